import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ALLOWED } from '../tools/language/allowed.ts'
import { passagesInCode, passagesOf } from '../tools/language/code.ts'
import { describe as described, type Finding, type Kind } from '../tools/language/finding.ts'
import { beyond, countsOf, outdated, renamed, shrunk, tolerated } from '../tools/language/offenders.ts'
import { findingsInPage, withoutRepeated } from '../tools/language/pages.ts'
import { codeFiles, pageFiles } from '../tools/language/project-files.ts'
import { REPLACED_WORDS } from '../tools/language/replaced-words.ts'
import { findingsIn } from '../tools/language/rules.ts'
import { sentencesOf, wordCount } from '../tools/language/sentences.ts'

const root = join(import.meta.dirname, '..')
const code = passagesInCode(root, codeFiles(root))
const inCode = code.flatMap(findingsIn)
const inPassage = (text: string, kind: Kind = 'comment') => findingsIn({ file: 'a.ts', line: 1, text, kind })
const rulesOf = (findings: readonly Finding[]) => findings.map(({ rule }) => rule)

describe('the language of the code', () => {
  test('no file has more offences than tools/language/offenders.txt tolerates', () => {
    expect(beyond(inCode, tolerated()).map(described)).toEqual([])
  })

  test('offenders.txt tolerates no more than there is: npm run language -- --shrink', () => {
    expect(outdated(inCode, tolerated())).toEqual([])
  })
})

describe('the language of the pages', () => {
  test.each(pageFiles(root))('%s', (page) => {
    const findings = findingsInPage(page, readFileSync(join(root, page), 'utf8'))
    expect(withoutRepeated(findings, code).map(described)).toEqual([])
  })
})

/** Sentences of the standard's table, the old one and the plain one. */
const BEFORE_AND_AFTER: readonly (readonly [before: string, after: string])[] = [
  [
    'Whether one thing alone is otherwise than where nothing is said.',
    'True for a body that sets exactly one flag, to the first of its values.',
  ],
  [
    'A search that finds it by what it does not say yet cannot tell the two texts apart.',
    'The search matched the new text before the update. It is fuzzy, so a match afterwards proves nothing.',
  ],
  [
    'Whoever asks has seen that it is there, or takes undefined.',
    'Cast: callers check `hasOwn` first, or handle undefined.',
  ],
  [
    'So that the next journal is missed when it is missing.',
    'Names the successor file, so that recovery notices a lost one.',
  ],
  [
    'The other one is told again, as some platforms take two that are alike for one.',
    'Sends both addresses: platforms that store equal addresses once would otherwise change both.',
  ],
  [
    "What takes several exchanges to see somebody else's hand could explain.",
    'A finding that needs several exchanges may be caused by another client.',
  ],
  [
    'Metadata: What is known of a copy without its content.',
    'Metadata of a snapshot, without its content. Stored in the system-wide table `copies`.',
  ],
  [
    'What does not tell whether it moved is put back, so that the write can move it again.',
    'Restores fields whose change is ambiguous, so that the next attempt can change them again.',
  ],
  [
    'Asks for `seen` once more: whoever names the version is told that nothing changed.',
    'Repeats `seen` with If-None-Match after a change. A 304 is then wrong.',
  ],
  ['What of a body of this text came.', 'How much of the response body arrived.'],
  ['Of what there is not, something else is to be told.', 'Unknown kinds get a different error message.'],
  [
    'So often more, at most, a check is tried that fails beside other runs.',
    'Retries of a check that fails while other runs are active.',
  ],
  [
    'Of a large scenario of the kit that one has the recipe.',
    'For a large built-in scenario the snapshot first stores only the recipe (scenario, seed, clock), which is immediate.',
  ],
]

describe('rules', () => {
  test.each(BEFORE_AND_AFTER)('%s', (before, after) => {
    expect(inPassage(before)).not.toEqual([])
    expect(inPassage(after, 'document')).toEqual([])
  })

  test.each([
    'What remains afterwards?',
    'Of the 20 operations, six write.',
    'Of a hundred broken mocks it found 41.',
    'Of course the mock answers 404.',
    'An id is odd or even; odd numbers come first.',
    'HTTP answers 301 Moved Permanently.',
    'Use `told` and `beside` as names.',
    'The page is not for reading, but for writing.',
    'Click Edit, save the state and reload.',
    'The aim is to be read by a newcomer.',
    'The server would otherwise answer 422. Otherwise it answers 200.',
    'A stand-in is a value of your own.',
    'All requests are sent all at once or not at all.',
  ])('plain: %s', (text) => {
    expect(inPassage(text, 'document')).toEqual([])
  })

  test.each([
    ['word', 'The list is rebuilt anew.'],
    ['word', 'Every field is kept, but for the id.'],
    ['word', 'Each run has a folder of its own.'],
    ['word', 'Each **strange** body is refused.'],
    ['word', 'The settings are taken\nback.'],
    ['word', 'The limit is spent.'],
    ['first-word', 'Where it listens.'],
    ['first-word', '`--port`: which port is taken'],
    ['first-word', '**Fixed:** what was sent twice.'],
    ['first-word', 'Returns the list. Which is sorted.'],
    ['sentence-length', 'one two three four five six seven eight nine ten '.repeat(2) + 'eleven.'],
  ] as const)('%s: %s', (rule, text) => {
    expect(rulesOf(inPassage(text, 'document'))).toEqual([rule])
  })

  test('each word of the list is found in itself', () => {
    const unfound = REPLACED_WORDS.filter(({ word, pattern }) => !pattern.test(`It is ${word} where`))
    expect(unfound.map(({ word }) => word)).toEqual(['otherwise', 'spent', 'is to'])
    const words = REPLACED_WORDS.map(({ word }) => word)
    expect(ALLOWED.filter(({ word }) => !words.includes(word))).toEqual([])
  })

  test('a finding names file, line, text, rule and what is right', () => {
    const [finding] = findingsInPage('docs/a.md', '# A\n\nA fine\nsentence. What follows.\n')
    expect(finding && described(finding)).toBe(
      'docs/a.md:4 [first-word] opens with "what": write the thing, or a verb: "Returns …", "Metadata of …"\n    What follows.',
    )
  })
})

describe('sentences', () => {
  test.each([
    ['One. Two! Three? Four', 4],
    ['Node 20.19, e.g. on Linux, i.e. here. `x` follows.', 2],
    ['Ends with **bold.** Next.', 2],
    ['`a`: one thing', 2],
  ])('%s', (text, count) => {
    expect(sentencesOf(text)).toHaveLength(count)
  })

  test.each([
    ['`npm run x -- --y` is one [link of words](https://a.example/b c)', 6],
    ['One of `a`, `b`, `c` or `d`', 3],
    ['See https://a.example/b/c – and → read', 4],
  ])('words of %s', (text, count) => {
    expect(sentencesOf(text).reduce((sum, { read }) => sum + wordCount(read), 0)).toBe(count)
  })
})

describe('passages', () => {
  test('of a page: paragraphs, items and cells, and no code', () => {
    const page = [
      '---\ntitle: What\n---\n# Title\n\nWhat one\ntwo.\n\n```sh\nWhat three\n```\n\n- What four\n  five\n',
      '| What six | b |\n| --- | --- |\n| `a|b` | What seven |\n\n<!-- What eight -->\n\n    What nine\n',
    ].join('\n')
    const lines = findingsInPage('a.md', page).map(({ line, text }) => `${line} ${text}`)
    expect(lines).toEqual(['6 What one\ntwo.', '13 What four\nfive', '16 What six', '18 What seven'])
  })

  test('of a generated page: a sentence of the code is judged where it is written', () => {
    const inPages = findingsInPage(
      'docs/a.md',
      '| `x` | What `a` takes in all (needs `b`) |\n\nWhat is new.\n',
    )
    const written = { file: 'a.ts', line: 1, kind: 'message', text: 'what `…` takes in all.' } as const
    expect(withoutRepeated(inPages, [written]).map(({ text }) => text)).toEqual(['What is new.'])
  })

  test('of a changelog: one short line for each entry, under known headings', () => {
    const page = `# Changelog\n\n## Unreleased\n\n### Added\n\n- **Mock:** short\n- ${'long '.repeat(24)}x\n- two\n  lines\n\n### News\n\n## [0.1.0] - 2026-01-31\n`
    const lines = findingsInPage('CHANGELOG.md', page).filter(({ rule }) => rule === 'changelog')
    expect(lines.map(({ line }) => line)).toEqual([8, 10, 12])
  })

  test('of a source: comments, check names and messages', () => {
    const source = [
      '// What one,',
      '// and two.',
      'const a = `// no ${b /* What three */} // no`, c = /[/*]/ // What four',
      '/**',
      ' * Fine.',
      ' *',
      ' * - What five',
      ' * @param x what six',
      ' */',
      "throw new UsageError(a ? 'what seven' : `what ${b} eight` + 'nine')",
      "check('a', { name: 'what ten', other: 'what eleven' })",
      '// oxlint-disable-next-line a/what -- what twelve',
      "program.description('what thirteen')",
    ].join('\n')
    const texts = passagesOf('conformance/clauses/a.ts', source)
      .filter(({ kind }) => kind !== 'fragment')
      .map(({ line, kind, text }) => `${line} ${kind}: ${text.replaceAll('\n', ' ')}`)
    expect(texts).toEqual([
      '1 comment: What one, and two.',
      '3 comment: What three',
      '3 comment: What four',
      '5 comment: Fine.',
      '7 comment: What five',
      '8 comment: what six',
      '10 message: what seven',
      '10 message: what `…` eightnine',
      '11 check name: what ten',
      '12 comment: what twelve',
      '13 message: what thirteen',
    ])
  })
})

const finding = (file: string): Finding => ({ file, line: 1, rule: 'word', text: '', advice: '' })

describe('the list of offenders', () => {
  const list = new Map([
    ['a.ts word', 2],
    ['b/c.ts word', 1],
  ])

  test('tolerates so many offences of a file and a rule, and no more', () => {
    expect(beyond([finding('a.ts'), finding('a.ts')], list)).toEqual([])
    expect(beyond([finding('a.ts'), finding('a.ts'), finding('a.ts')], list)).toHaveLength(3)
    expect(beyond([finding('new.ts')], list)).toHaveLength(1)
  })

  test('only shrinks', () => {
    const now = [finding('a.ts'), finding('b/c.ts'), finding('b/c.ts'), finding('new.ts')]
    expect(outdated(now, list)).toEqual(['a.ts word: 1 instead of 2'])
    expect([...shrunk(now, list)]).toEqual([
      ['a.ts word', 1],
      ['b/c.ts word', 1],
    ])
    expect([...shrunk([], list)]).toEqual([])
  })

  test('follows a file or folder that is renamed', () => {
    expect([...renamed(list, 'b', 'd').keys()]).toEqual(['a.ts word', 'd/c.ts word'])
    expect([...renamed(list, 'a.ts', 'x/a.ts').keys()]).toEqual(['x/a.ts word', 'b/c.ts word'])
  })

  test('has no page', () => {
    expect([...tolerated().keys()].filter((key) => key.includes('.md '))).toEqual([])
    expect(countsOf(inCode).size).toBeGreaterThanOrEqual(tolerated().size)
  })
})
