import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ROWS } from '../conformance/proof/fairness/rows.ts'
import { MUTANTS } from '../conformance/proof/mutants/index.ts'
import { singleChanges } from '../conformance/proof/mutants/other-dialects.ts'
import { FLOOR } from '../conformance/reports/floor.ts'
import { WORDS } from '../mock-server/documents/words.ts'
import { startMock } from '../mock-server/index.ts'
import { listScenarios } from '../scenarios/files.ts'
import { publishedScenarioSchema } from '../scenarios/published-schema.ts'
import { CLAUSE_IDS } from '../schemas/clauses.ts'
import { exportSchemas } from '../schemas/export.ts'
import { OPERATION_IDS } from '../schemas/operations.ts'
import { QUESTION_KEYS } from '../schemas/questions.ts'
import { keysOf } from '../schemas/tables.ts'
import { sampleOf } from '../schemas/testing/sample.ts'
import { deadLinksOn } from './links.ts'
import { DOCS, PAGES, proseOf, readPage } from './pages.ts'
import { callsOn, COMMANDS, mistakeIn } from './shown-commands.ts'
import { filesOn, mistakesIn } from './shown-files.ts'
import { firstMissing, sessionsOf, Shell } from './shown-sessions.ts'

/** Pages with shell sessions: the README, then the tutorials. */
const WITH_SESSIONS = PAGES.filter((page) => sessionsOf(page).length > 0).toSorted(
  (a, b) => rank(a) - rank(b),
)

function rank(page: string): number {
  if (page === 'README.md') return 0
  return page.startsWith('docs/start/') ? 1 : 2
}

test('the README has shell sessions', () => expect(WITH_SESSIONS[0]).toBe('README.md'))

describe.each(sampleOf(WITH_SESSIONS, 3))('shell sessions of %s', (page) => {
  let shell: Shell
  beforeAll(async () => {
    shell = await Shell.open()
  })
  afterAll(() => shell.close())

  test.each(sessionsOf(page))('$command', async ({ command, pieces }) => {
    expect(firstMissing(pieces, await shell.run(command))).toBeUndefined()
  })
})

describe('commands on pages', () => {
  const calls = PAGES.flatMap((page) => callsOn(page).map((call) => [page, call] as const))

  test('are known, with their options', () => {
    const mistakes = calls.map(([page, call]) => [page, call, mistakeIn(call)] as const)
    expect(calls.length).toBeGreaterThan(10)
    expect(mistakes.filter(([, , mistake]) => mistake !== undefined)).toEqual([])
  })

  test.each([
    ['mock --port 0 --json > mock.json &', undefined],
    ['mock --prot 0', 'mock has no option --prot'],
    ['mock --port --json', '--port lacks its value'],
    ['mock shop.yaml', 'mock takes at most 0 operands'],
    ['mocks', 'unknown command mocks'],
    ['conformance run create §4.2 --allow writes,settings --report junit=a.xml   what it does', undefined],
    ['conformance judges a.har', 'conformance has no command judges'],
    ["rehearse --only a:once b:once -- sh -c 'x --y'", undefined],
    ['scenario list | head -1', undefined],
    ['fixtures invoice --count=3', undefined],
  ])('%s: %s', (call, mistake) => expect(mistakeIn(call)).toBe(mistake))
})

describe('files on pages', () => {
  const files = PAGES.flatMap((page) => filesOn(page).map((file) => ({ page, ...file })))

  test.each(files)('$schema on $page is accepted', (file) => expect(mistakesIn(file)).toEqual([]))

  test('name schemas that are exported', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kit-contract-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const exported = exportSchemas(folder, { 'scenario.json': publishedScenarioSchema() })
    expect(exported).toEqual(expect.arrayContaining(files.map(({ schema }) => join(folder, schema))))
  })
})

test.each([
  ...new Set(['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'BENCHMARKS.md', 'SECURITY.md', ...DOCS]),
])('links of %s lead to files and headings', (page) => expect(deadLinksOn(page)).toEqual([]))

/** A command without subcommands, and all such below it. */
const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf)

describe('reference pages', () => {
  test.each(COMMANDS.map((command) => [command.name(), command] as const))(
    'the page of %s has every subcommand and option',
    (name, command) => {
      const page = readPage(`docs/reference/commands/${name}.md`)
      const options = leavesOf(command).flatMap((leaf) => leaf.options.map(({ long }) => long ?? ''))
      const subcommands = command.commands.map((below) => `${name} ${below.name()}`)
      expect([...subcommands, ...options].filter((each) => !page.includes(each))).toEqual([])
    },
  )

  test('the page of the admin API has every route', async () => {
    const page = readPage('docs/reference/admin-api.md')
    const mock = await startMock({ seed: 1 })
    const answer = await fetch(`${mock.admin_url}/openapi.json`)
    await mock.close()
    const { paths }: { paths: object } = JSON.parse(await answer.text())
    const steps = Object.keys(paths).flatMap((path) => path.split('/').filter((step) => /^[^{]+$/.test(step)))
    expect([...new Set(steps)].filter((step) => !page.includes(`/${step}`))).toEqual([])
  })
})

/** Numbers of the code, by the phrases in which pages have them. */
const NUMBERS: readonly (readonly [RegExp, number])[] = [
  [
    /\b(?:all|by|of|the) (\d[\d,]*) clauses(?! (?:(?:are |were )?judged|that (?:was|were)))/gi,
    CLAUSE_IDS.length,
  ],
  [/(\d[\d,]*) (?:open )?questions/g, QUESTION_KEYS.length],
  [/\b(?:all|the) (\d[\d,]*) operations/gi, OPERATION_IDS.length],
  [/(\d[\d,]*) languages/g, keysOf(WORDS).length],
  [/(\d[\d,]*) `must` clauses/g, FLOOR],
  [/(\d[\d,]*) broken mocks/g, MUTANTS.length],
  [/(\d[\d,]*) single changes/g, singleChanges().length],
  [/(\d[\d,]*) correct servers/g, keysOf(ROWS).length],
  [/(\d[\d,]*) scenarios/g, listScenarios().length],
]

describe('numbers on pages are those of the code', () => {
  // History, measurements and the lists of one area have numbers of their own.
  const pages = PAGES.filter(
    (page) => !/^(CHANGELOG|BENCHMARKS)\.md$|^docs\/(reference\/clauses|decisions)\//.test(page),
  )

  test.each(NUMBERS)('%s: %d', (phrase, count) => {
    const found = pages.flatMap((page) =>
      [...proseOf(page).replaceAll(/\s+/g, ' ').matchAll(phrase)].map(
        ([, number = '']) => [page, Number(number.replaceAll(',', ''))] as const,
      ),
    )
    expect(found).not.toEqual([])
    expect(found.filter(([, number]) => number !== count)).toEqual([])
  })
})
