import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TargetFile } from '../schemas/types.ts'
import { startPlainServer, type PlainServer } from './proof/plain-server/plain-server.ts'
import { startSearchFault, type SearchFault } from './proof/testing/search-fault.ts'

const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
/** As `npm test` has built it, which vitest need not transform, or its source. */
const BINDING = JSON.stringify(
  process.env['INVOICING_KIT_BUILT']
    ? join(import.meta.dirname, '..', 'dist', 'conformance', 'vitest.js')
    : join(import.meta.dirname, 'vitest.ts'),
)

interface TestResult {
  title: string
  status: string
  failureMessages: string[]
}

interface FileResult {
  name: string
  status: string
  assertionResults: TestResult[]
}

/** What came of a user's test file, and what a person reads of all of them. */
interface Ran {
  tests: TestResult[]
  isPassed: boolean
  output: string
}

/** Runs a user's test files, by their names, with vitest: in one process of its own, which takes its time to start. */
async function runFiles(sources: Readonly<Record<string, string>>): Promise<(name: string) => Ran> {
  const root = mkdtempSync(join(tmpdir(), 'vitest-binding-'))
  const out = join(root, 'results.json')
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(root, name), source)
  const reports = ['--reporter=json', '--reporter=default', `--outputFile.json=${out}`]
  const args = [VITEST, 'run', '--root', root, '--maxWorkers=1', '--no-isolate', ...reports]
  const env = { ...process.env, VITEST: undefined, NO_COLOR: '1' }
  // It ends with an error when a test fails, which holds what was printed as well.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env }).catch(
    (failed: { stdout: string; stderr: string }) => failed,
  )
  const { testResults } = JSON.parse(readFileSync(out, 'utf8')) as { testResults: FileResult[] }
  rmSync(root, { recursive: true })
  return (named) => {
    const file = testResults.find(({ name }) => name.endsWith(`/${named}`))
    const tests = file?.assertionResults ?? []
    return { tests, isPassed: file?.status === 'passed', output: stdout + stderr }
  }
}

let plain: PlainServer
let fault: SearchFault
/** The target of each file but the mistake in it. */
let target: TargetFile
let ranOf: (name: string) => Ran

beforeAll(async () => {
  plain = await startPlainServer({ profile: 'bureau' })
  fault = await startSearchFault(plain.target.base_url)
  target = { ...plain.target, allow: [] }
  const broken = { ...target, base_url: fault.base_url }
  ranOf = await runFiles({
    'broken.test.ts': `
      import { conformance } from ${BINDING}
      const only = ['search.envelope', 'search.q-required', 'customers.create']
      conformance(() => Promise.resolve(${JSON.stringify(broken)}), { only, seed: 1 })
      conformance(${JSON.stringify(broken)}, { only: ['search.envelope', 'customers.create'], require: 2 })
    `,
    'mistaken.test.ts': `
      import { conformance } from ${BINDING}
      const target = ${JSON.stringify({ ...target, other_store_api_key: '' })}
      conformance(target, { only: ['list.envelope', 'auth.scope-invoices'], seed: 1 })
    `,
  })
})
afterAll(async () => {
  fault.close()
  await plain.close()
})

test('registers one test for each clause: passed, failed with the story, or skipped', () => {
  const { tests } = ranOf('broken.test.ts')
  expect(tests.map(({ title, status }) => [title.split(':')[0], status])).toEqual([
    ['search.envelope', 'passed'],
    ['search.q-required', 'failed'],
    ['customers.create', 'skipped'],
    ['enough was judged', 'passed'],
    ['search.envelope', 'passed'],
    ['customers.create', 'skipped'],
    ['enough was judged', 'failed'],
  ])
  expect(tests[6]?.failureMessages[0]).toContain('1 clause was judged of 2 required')
  const [story] = tests[1]!.failureMessages
  expect(story).toContain('must be answered with unprocessable')
  expect(story).toContain('$INVOICING_API_KEY')
  expect(story).not.toContain(target.api_key)
})

test('a mistake of the target fails the file, as the tests that it skips would not be seen', () => {
  const { tests, isPassed, output } = ranOf('mistaken.test.ts')
  expect(tests.map(({ status }) => status)).toEqual(['skipped', 'passed', 'failed'])
  expect(isPassed).toBe(false)
  expect(output).toMatch(/the target is mistaken: other_store_api_key: it is empty/)
})
