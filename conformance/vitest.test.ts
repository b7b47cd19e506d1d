import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startPlainServer } from './proof/plain-server/plain-server.ts'
import { startSearchFault } from './proof/testing/search-fault.ts'

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
  tests: TestResult[]
  success: boolean
  /** What a person reads. */
  output: string
}

/** Runs a user's test file with vitest, in a process of its own. */
async function runFile(source: string): Promise<FileResult> {
  const root = mkdtempSync(join(tmpdir(), 'vitest-binding-'))
  const out = join(root, 'results.json')
  writeFileSync(join(root, 'user.test.ts'), source)
  const args = [
    VITEST,
    'run',
    '--root',
    root,
    '--reporter=json',
    '--reporter=default',
    `--outputFile.json=${out}`,
  ]
  const env = { ...process.env, VITEST: undefined, NO_COLOR: '1' }
  // It ends with an error when a test fails, which holds what was printed as well.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env }).catch(
    (failed: { stdout: string; stderr: string }) => failed,
  )
  const results = JSON.parse(readFileSync(out, 'utf8')) as {
    success: boolean
    testResults: { assertionResults: TestResult[] }[]
  }
  rmSync(root, { recursive: true })
  const [file] = results.testResults
  return { tests: file?.assertionResults ?? [], success: results.success, output: stdout + stderr }
}

test('registers one test for each clause: passed, failed with the story, or skipped', async () => {
  const plain = await startPlainServer({ profile: 'bureau' })
  const fault = await startSearchFault(plain.target.base_url)
  const target = { ...plain.target, base_url: fault.base_url, allow: [] }
  const { tests } = await runFile(`
    import { conformance } from ${BINDING}
    const only = ['search.envelope', 'search.q-required', 'customers.create']
    conformance(() => Promise.resolve(${JSON.stringify(target)}), { only, seed: 1 })
    conformance(${JSON.stringify(target)}, { only: ['search.envelope', 'customers.create'], require: 2 })
  `)
  fault.close()
  await plain.close()
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

test('a mistake of the target fails the file, as the tests that it skips would not be seen', async () => {
  const plain = await startPlainServer({ profile: 'bureau' })
  const target = { ...plain.target, other_store_api_key: '', allow: [] }
  const { tests, success, output } = await runFile(`
    import { conformance } from ${BINDING}
    conformance(${JSON.stringify(target)}, { only: ['list.envelope', 'auth.scope-invoices'], seed: 1 })
  `)
  await plain.close()
  expect(tests.map(({ status }) => status)).toEqual(['skipped', 'passed', 'failed'])
  expect(success).toBe(false)
  expect(output).toMatch(/the target is mistaken: other_store_api_key: it is empty/)
})
