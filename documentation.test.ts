import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { ROWS } from './conformance/proof/fairness/rows.ts'
import { MUTANTS } from './conformance/proof/mutants/index.ts'
import { singleChanges } from './conformance/proof/mutants/other-dialects.ts'
import { FLOOR } from './conformance/reports/floor.ts'
import { parseTarget } from './conformance/server/load-target.ts'
import { waiverProblems } from './conformance/command/waivers.ts'
import { firstMissing, sessionsOf, Shell } from './shown-sessions.ts'
import { mockCommand } from './mock-server/cli.ts'
import { WORDS } from './mock-server/documents/words.ts'
import { startMock } from './mock-server/index.ts'
import { checkScenario } from './scenarios/check.ts'
import { publishedScenarioSchema } from './scenarios/published-schema.ts'
import { CLAUSE_IDS } from './schemas/clauses.ts'
import { exportSchemas } from './schemas/export.ts'
import { formats } from './schemas/formats.ts'
import { OPERATION_IDS } from './schemas/operations.ts'
import { QUESTION_KEYS } from './schemas/questions.ts'
import { schema, schemaNames } from './schemas/schema-files.ts'
import { keysOf } from './schemas/tables.ts'
import { sampleOf } from './schemas/testing/sample.ts'

const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8')

/** Fenced blocks of a language. */
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((found) => found[1] ?? '')

/** The pages whose shell sessions are run, one after the other, each page on a mock of its own; the last starts the most programs. */
const ALL_PAGES = [
  'README.md',
  'mock-server/README.md',
  'scenarios/README.md',
  'mock-server/rehearse/README.md',
]
const PAGES = sampleOf(ALL_PAGES, 3)

describe.each(PAGES)('what %s shows in a shell', (page) => {
  let shell: Shell
  beforeAll(async () => {
    shell = await Shell.open()
  })
  afterAll(() => shell.close())

  const sessions = sessionsOf(page)
  test('is there', () => expect(sessions.length).toBeGreaterThan(2))

  test.each(sessions)('$command', async ({ command, pieces }) => {
    expect(firstMissing(pieces, await shell.run(command))).toBeUndefined()
  })
})

test('the README explains every flag of the mock', () => {
  const flags = mockCommand().options.map(({ flags: text }) => text)
  expect(flags.filter((flag) => !readme.includes(flag))).toEqual([])
})

test('the README has every route of the admin API', async () => {
  const [, table = ''] = /### Admin API\n([^]*?)\n#/.exec(readme) ?? []
  const mock = await startMock({ seed: 1 })
  const answer = await fetch(`${mock.admin_url}/openapi.json`)
  await mock.close()
  const { paths }: { paths: object } = JSON.parse(await answer.text())
  const steps = Object.keys(paths).flatMap((path) => path.split('/').filter((step) => /^[^{]+$/.test(step)))
  expect([...new Set(steps)].filter((step) => !table.includes(`/${step}`))).toEqual([])
})

test('the README shows tables of the bench as BENCHMARKS.md has them', async () => {
  const tables =
    /<!-- npm run bench .*? -->(.*?)<!-- until here -->/s.exec(readme)?.[1]?.trim().split('\n\n') ?? []
  expect(tables).toHaveLength(3)
  const benchmarks = await readFile(join(import.meta.dirname, 'BENCHMARKS.md'), 'utf8')
  expect(tables.filter((table) => !benchmarks.includes(table))).toEqual([])
})

/** The file that a fenced block shows, read as such a file is read; its schema stands in its first line. */
const shownFiles = [
  ...blocks('json').map((text) => ['target', text] as const),
  ...blocks('yaml').map((text) => [/contract\/(\w+)\.json/.exec(text)?.[1] ?? 'no schema', text] as const),
]

const KEYS = { INVOICING_API_KEY: 'a', OTHER_KEY: 'b', FREE_KEY: 'c', LIMITED_KEY: 'd' }

/** What reads such a file; it answers what is wrong, or throws it. */
const READERS: Record<string, (content: unknown) => readonly string[]> = {
  target: (content) => parseTarget(content, KEYS).mistakes.map(String),
  waivers: waiverProblems,
  scenario: (content) => (checkScenario(content, 'README.md'), []),
}

describe('files that the README shows', () => {
  test('are of each kind', () =>
    expect(shownFiles.map(([kind]) => kind).toSorted()).toEqual(['scenario', 'target', 'waivers']))

  test.each(shownFiles)('%s is taken, with the name of its schema in it too', (kind, text) => {
    const content = parse(text) as object
    expect(READERS[kind]?.(content)).toEqual([])
    expect(READERS[kind]?.({ $schema: `./${kind}.json`, ...content })).toEqual([])
  })

  test('have the schemas that the README names', () => {
    const named = [...readme.matchAll(/`([a-z-]+\.json)` +\|$/gm)].map(([, name]) => name)
    expect(named.toSorted()).toEqual([
      'dialect.json',
      'report.json',
      'scenario.json',
      'target.json',
      'waivers.json',
    ])
    const folder = mkdtempSync(join(tmpdir(), 'kit-contract-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const written = exportSchemas(folder, { 'scenario.json': publishedScenarioSchema() })
    expect(written).toEqual(expect.arrayContaining(named.map((name) => join(folder, name ?? ''))))
  })

  test('the schema of scenarios, as it is exported, tells right from wrong with any validator', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: formats() })
    const check = ajv.addSchema(schemaNames().map(schema)).compile(publishedScenarioSchema())
    const [, text = ''] = shownFiles.find(([kind]) => kind === 'scenario') ?? []
    const scenario = parse(text) as { stores: object[] }
    expect(check(scenario)).toBe(true)
    expect(check({ ...scenario, stores: [{ ...scenario.stores[0], templates: [{ name: 7 }] }] })).toBe(false)
  })
})

/** A number as the docs write it: 1,545. */
const numberBefore = (text: string, words: string): number =>
  Number(new RegExp(`([\\d,]+) ${words}`).exec(text)?.[1]?.replaceAll(',', ''))

describe('numbers in the docs are those of the code', () => {
  const changes = singleChanges()
  test.each([
    ['README.md', 'clauses', CLAUSE_IDS.length],
    ['README.md', 'questions', QUESTION_KEYS.length],
    ['README.md', 'operations', OPERATION_IDS.length],
    ['README.md', 'languages', keysOf(WORDS).length],
    ['conformance/README.md', 'clauses', CLAUSE_IDS.length],
    ['conformance/README.md', 'questions', QUESTION_KEYS.length],
    ['mock-server/rehearse/README.md', 'open questions', QUESTION_KEYS.length],
    ['README.md', '`must` clauses', FLOOR],
    ['conformance/README.md', '`must` clauses', FLOOR],
    ['conformance/README.md', 'broken mocks', MUTANTS.length],
    ['conformance/README.md', 'single changes', changes.length],
    ['conformance/README.md', 'correct servers', keysOf(ROWS).length],
  ])('%s: … %s', async (page, words, count) => {
    expect(numberBefore(await readFile(join(import.meta.dirname, page), 'utf8'), words)).toBe(count)
  })
})

describe('what CONTRIBUTING.md shows as a change', async () => {
  const page = await readFile(join(import.meta.dirname, 'CONTRIBUTING.md'), 'utf8')
  const diffs = [...page.matchAll(/^`([\w./-]+\/[\w.-]+)`(?:.+\n)+\n```diff\n([^]*?)^```/gm)]

  test('is of each kind', () => expect(diffs.length).toBeGreaterThan(3))

  test.each(diffs.map(([, file = '', diff = '']) => [file, diff]))('stands in %s', async (file, diff) => {
    const code = await readFile(join(import.meta.dirname, file), 'utf8')
    const lines = diff.split('\n').map((line) => line.slice(1).trim())
    expect(lines.filter((line) => line !== '' && !code.includes(line))).toEqual([])
  })
})
