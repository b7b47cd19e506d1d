import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { CLAUSE_IDS } from './schemas/clauses.ts'
import { fieldsOf } from './schemas/resources.ts'
import { QUESTIONS } from './schemas/questions.ts'
import { keysOf } from './schemas/tables.ts'
import { DOCS, proseOf } from './test/pages.ts'

const root = import.meta.dirname
const ROOMS = ['schemas', 'fixtures', 'scenarios', 'mock-server', 'conformance'] as const

/** What each room may import besides itself (ARCHITECTURE.md, "Rooms"). */
const MAY_IMPORT: Record<string, readonly string[]> = {
  schemas: [],
  fixtures: ['schemas'],
  scenarios: ['fixtures', 'schemas'],
  'mock-server': ['scenarios', 'fixtures', 'schemas'],
  conformance: ['fixtures', 'schemas'],
}

/** Imports that each folder of the suite may have besides its own files (ARCHITECTURE.md, "The life of a check"). Nothing may import proof/. */
const SUITE_MAY_IMPORT: Record<string, readonly string[]> = {
  server: [],
  judge: ['server'],
  compare: ['server'],
  clauses: ['judge', 'server'],
  run: ['clauses', 'judge', 'server'],
  reports: ['judge', 'server'],
  diff: ['clauses', 'compare', 'judge', 'reports', 'run', 'server'],
  traffic: ['clauses', 'judge', 'run', 'server'],
  command: ['diff', 'traffic', 'reports', 'run', 'clauses', 'judge', 'server'],
}

const filesIn = (folder: string, end: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end))
    .map((file) => join(folder, file).replaceAll(sep, '/'))

const topLevel = (end: string): string[] => readdirSync(root).filter((file) => file.endsWith(end))

const isTest = (file: string): boolean => file.endsWith('.test.ts')

/** What is not shipped may know all: tests, what they stand on, and the proof that the suite is right. */
const isProof = (file: string): boolean => isTest(file) || /\/(testing|proof)\//.test(file)

const roomFiles = ROOMS.flatMap((room) => filesIn(room, '.ts'))
const codeFiles = [
  ...topLevel('.ts'),
  ...roomFiles,
  ...filesIn('tools', '.ts'),
  ...filesIn('test', '.ts'),
].filter((file) => !isTest(file))
const pages = [
  ...topLevel('.md'),
  ...ROOMS.flatMap((room) => filesIn(room, '.md')),
  ...filesIn('examples', '.md'),
  ...filesIn('docs/decisions', '.md'),
  'docs/glossary.md',
]

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)'([^']+)'/g

const importsOf = (file: string): string[] => [...read(file).matchAll(IMPORT)].map((match) => match[1] ?? '')

/** Our own files that a file imports, from the root. */
const ownImports = (file: string): string[] =>
  importsOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => relative(root, resolve(root, dirname(file), specifier)).replaceAll(sep, '/'))

/** Imports of shipped files of a folder that lead to none of the allowed ones. */
const strays = (folder: string, allowed: readonly string[]): (readonly [string, string])[] =>
  roomFiles
    .filter((file) => file.startsWith(`${folder}/`) && !isProof(file))
    .flatMap((file) => ownImports(file).map((target) => [file, target] as const))
    .filter(([, target]) => ![folder, ...allowed].some((name) => target.startsWith(`${name}/`)))

const importsBelow = (folder: string): (readonly [string, string])[] =>
  roomFiles
    .filter((file) => file.startsWith(`mock-server/${folder}/`) && !isTest(file))
    .flatMap((file) => importsOf(file).map((target) => [file, target] as const))

describe('arrows between the rooms', () => {
  test.each(ROOMS)('%s imports only what stands before it', (room) => {
    expect(strays(room, MAY_IMPORT[room] ?? [])).toEqual([])
  })

  test('the search sees the imports there are', () => {
    expect(ownImports('mock-server/rules/context.ts')).toContain('mock-server/world.ts')
    expect(roomFiles.length).toBeGreaterThan(20)
  })
})

/** What stands in the order of its room; tests know all of it. */
const ownFiles = roomFiles.filter((file) => !isProof(file))

/** A folder and all folders in it, the folder first. */
const foldersOf = (room: string): string[] => [
  ...new Set([room, ...ownFiles.filter((file) => file.startsWith(`${room}/`)).map((file) => dirname(file))]),
]

/** The arrows between what lies in a folder: each of its files is one, and each folder in it with all that is in that. */
function arrowsIn(folder: string): Map<string, Set<string>> {
  const partOf = (file: string) => file.slice(folder.length + 1).split('/')[0] ?? ''
  const arrows = new Map<string, Set<string>>()
  for (const file of ownFiles.filter((each) => each.startsWith(`${folder}/`))) {
    const targets = ownImports(file).filter((target) => target.startsWith(`${folder}/`))
    const others = targets.map(partOf).filter((part) => part !== partOf(file))
    arrows.set(partOf(file), new Set([...(arrows.get(partOf(file)) ?? []), ...others]))
  }
  return arrows
}

/** What stands in a circle: what is left when whatever leads nowhere, or is led to by nothing, is taken away again and again. */
function circlesIn(folder: string): string[] {
  const arrows = arrowsIn(folder)
  for (let before = -1; before !== arrows.size;) {
    before = arrows.size
    const ledTo = new Set([...arrows.values()].flatMap((targets) => [...targets]))
    for (const [part, targets] of arrows)
      if (!ledTo.has(part) || ![...targets].some((target) => arrows.has(target))) arrows.delete(part)
  }
  return [...arrows].map(([part, targets]) => `${folder}: ${part} → ${[...targets].join(', ')}`)
}

describe('circles', () => {
  test.each(ROOMS)('there is none in %s', (room) => {
    expect(foldersOf(room).flatMap(circlesIn)).toEqual([])
  })
})

test('the suite knows of the mock what is public, and its proofs what can be broken', () => {
  const doors = /^mock-server\/(index|seams)\.ts$/
  const others = roomFiles
    .filter((file) => file.startsWith('conformance/'))
    .flatMap((file) => ownImports(file).map((target) => [file, target] as const))
    .filter(([, target]) => target.startsWith('mock-server/') && !doors.test(target))
  expect(others).toEqual([])
})

describe('arrows inside the mock', () => {
  test.each(['rules', 'store', 'db', 'documents'])('%s never hears of HTTP', (folder) => {
    const edge = /^(node:https?|express|.*\/(gates|routes|admin)\/.*|.*\/app\.ts)$/
    expect(importsBelow(folder).filter(([, target]) => edge.test(target))).toEqual([])
  })

  test('the desk knows nothing of the admin API that leads to it', () => {
    const edge = /^(node:https?|express|.*\/(gates|admin)\/.*)$/
    expect(importsBelow('desk').filter(([, target]) => edge.test(target))).toEqual([])
  })

  test('only db/ knows that data lies in files', () => {
    const others = ['rules', 'store', 'gates', 'routes', 'admin'].flatMap(importsBelow)
    expect(others.filter(([, target]) => /^(node:fs.*|lowdb.*)$/.test(target))).toEqual([])
  })
})

test('the mock asks its dialect every question that has answers to choose from', () => {
  const obeying = [
    'schemas/error-status.ts',
    ...filesIn('mock-server', '.ts').filter((file) => !isProof(file)),
  ]
  const source = obeying.map(read).join('\n')
  const adjustable = keysOf(QUESTIONS).filter((key) => QUESTIONS[key].adjustable)
  expect(adjustable.filter((key) => !source.includes(`'${key}'`))).toEqual([])
})

const inSuite = (folders: readonly string[]) => folders.map((folder) => `conformance/${folder}`)

describe('arrows inside the suite', () => {
  test.each(Object.entries(SUITE_MAY_IMPORT))('%s imports only what stands before it', (folder, allowed) => {
    const rooms = ['schemas', 'fixtures']
    expect(strays(`conformance/${folder}`, [...rooms, ...inSuite(allowed)])).toEqual([])
  })

  test('its folders are these, and proof/, which nothing imports', () => {
    const folders = readdirSync(join(root, 'conformance'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect(folders.toSorted()).toEqual([...Object.keys(SUITE_MAY_IMPORT), 'proof'].toSorted())
    const shipped = roomFiles.filter((file) => !isProof(file))
    expect(shipped.filter((file) => ownImports(file).some((target) => target.includes('/proof/')))).toEqual(
      [],
    )
  })
})

/** What the compiler reads of a file. */
const parsed = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)

function nodesOf(source: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [source]
  // It grows while it is walked.
  for (const node of nodes) nodes.push(...node.getChildren())
  return nodes
}

const lineOf = (source: ts.SourceFile, position: number): number =>
  source.getLineAndCharacterOfPosition(position).line

/** Lines of the tables: lists and objects that constants are set to. */
function tableLines(source: ts.SourceFile): number {
  const lines = source.statements
    .filter(ts.isVariableStatement)
    .filter(({ declarationList }) =>
      declarationList.declarations.some(({ initializer }) => isTable(initializer)),
    )
    .map(({ pos, end }) => lineOf(source, end) - lineOf(source, pos))
  return lines.reduce((sum, count) => sum + count, 0)
}

function isTable(value: ts.Expression | undefined): boolean {
  if (value === undefined) return false
  if (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) return isTable(value.expression)
  return ts.isArrayLiteralExpression(value) || ts.isObjectLiteralExpression(value)
}

describe('rules of CONTRIBUTING.md that the sources keep', () => {
  const sources = codeFiles.filter((file) => file !== 'schemas/types.ts').map(parsed)

  test('no file is longer than 200 lines, unless it is a table', () => {
    const long = sources.filter((source) => {
      const lines = lineOf(source, source.end)
      return lines > 200 && tableLines(source) < lines / 2
    })
    expect(long.map(({ fileName }) => fileName)).toEqual([])
  })

  test('what may be missing is never asserted to be there', () => {
    const asserted = sources.flatMap((source) =>
      nodesOf(source)
        .filter(ts.isNonNullExpression)
        .map((node) => `${source.fileName}:${lineOf(source, node.end) + 1}`),
    )
    expect(asserted).toEqual([])
  })

  test('a cast has its reason beside it, or in the line above', () => {
    const unexplained = sources.flatMap((source) => {
      const lines = source.text.split('\n')
      const isExplained = (line: number) =>
        /\/\/|\*\/$/.test(lines[line] ?? '') || /^\s*(\/\/|\*)|\*\/\s*$/.test(lines[line - 1] ?? '')
      return nodesOf(source)
        .filter(ts.isAsExpression)
        .filter(({ type }) => type.getText(source) !== 'const')
        .map((node) => [lineOf(source, node.getStart(source)), lineOf(source, node.end)] as const)
        .filter(([first, last]) => !isExplained(first) && !isExplained(last))
        .map(([, last]) => `${source.fileName}:${last + 1}`)
    })
    expect(unexplained).toEqual([])
  })

  test('a search for a clause finds what judges it', () => {
    const judges = codeFiles.filter((file) =>
      /^(conformance\/(clauses|judge)\/|schemas\/resources)/.test(file),
    )
    const text = judges.map(read).join('\n')
    expect(CLAUSE_IDS.filter((clause) => !text.includes(`'${clause}'`))).toEqual([])
  })

  test('a search for an open question finds what sees each of its answers', () => {
    const watching = codeFiles
      .filter((file) => /^conformance\/(clauses|judge|server|traffic)\//.test(file))
      .map(read)
    const unseen = Object.entries(fieldsOf('dialect')).flatMap(([key, { enum: answers = [] }]) => {
      const seeing = watching.filter((text) => text.includes(`'${key}'`)).join('\n')
      const isSeen = (answer: string) => new RegExp(String.raw`'${answer}'|\b${answer}:`).test(seeing)
      const words = answers.filter((answer) => typeof answer === 'string')
      return words.filter((answer) => !isSeen(answer)).map((answer) => `${key}: ${answer}`)
    })
    expect(unseen).toEqual([])
  })

  test('what npm test takes a sample of is run whole by test:long, which names no file that is not there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const [, names = ''] = / vitest run (.+)/.exec(scripts['test:long'] ?? '') ?? []
    const others = ['examples', 'test'].flatMap((folder) => filesIn(folder, '.ts'))
    const files = [...topLevel('.ts'), ...roomFiles, ...others].filter(isTest)
    const isNamed = (file: string) => names.split(' ').some((name) => file.includes(name))
    const sampled = files.filter((file) => ownImports(file).includes('schemas/testing/sample.ts'))
    expect(sampled).not.toEqual([])
    expect(sampled.filter((file) => !isNamed(file))).toEqual([])
    expect(names.split(' ').filter((name) => !files.some((file) => file.includes(name)))).toEqual([])
  })

  test('no name tells nothing', () => {
    const empty = /(^|\/)(utils?|helpers?|common|misc|manager)(\/|\.|$)/
    expect(codeFiles.filter((file) => empty.test(file))).toEqual([])
  })
})

describe('what docs and comments name is there', () => {
  const folders = [...ROOMS, 'tools', 'test', 'docs', 'examples', 'pictures', '.github', '.ci']
  const all = [...folders.flatMap((folder) => filesIn(folder, '')), ...readdirSync(root)]
  /** Folders as well; of a path its end is enough, as in a page beside it. */
  const known = new Set(
    all.flatMap((file) => {
      const steps = file.split('/')
      const paths = steps.map((_, depth) => steps.slice(0, depth + 1))
      return paths.flatMap((path) => path.map((_, from) => path.slice(from).join('/')))
    }),
  )

  const NAME =
    /(?<![\w./$<{@*-])((?:[\w.-]+\/)*[\w-]+\.(?:ts|md|css))(?![\w/])|(?<![\w./$<{:@-])((?:[a-z][\w-]*\/)+)(?=`)/g

  /** What is built, installed or made, and so not always there. */
  const MADE = /^(dist|vendor|contract|samples|site|node_modules|invoicing-kit|swagger-ui-dist)(\/|$)/

  const namesIn = (text: string): string[] =>
    [...text.matchAll(NAME)]
      .map(([, file, folder]) => (file ?? folder ?? '').replace(/^(\.\.\/)+|\/$/g, ''))
      .filter((name) => !MADE.test(name) && !known.has(name))

  test.each(pages.filter((page) => page !== 'CHANGELOG.md'))('in %s', (page) => {
    expect(namesIn(read(page).replaceAll(/^```[^]*?^```/gm, ''))).toEqual([])
  })

  test.each(DOCS)('in %s, of folders of the kit', (page) => {
    const names = namesIn(proseOf(page))
    expect(names.filter((name) => folders.some((folder) => name.startsWith(`${folder}/`)))).toEqual([])
  })

  test('in comments', () => {
    const comments = codeFiles.map((file) => {
      const text = [...read(file).matchAll(/(?:^|\s)\/\/.*|\/\*\*?[^]*?\*\//g)].join('\n')
      return [file, namesIn(text)] as const
    })
    expect(comments.filter(([, names]) => names.length > 0)).toEqual([])
  })

  test('in descriptions and examples of schemas', () => {
    const schemas = filesIn('schemas', '.json').map((file) => [file, namesIn(read(file))] as const)
    expect(schemas.filter(([, names]) => names.length > 0)).toEqual([])
  })
})
