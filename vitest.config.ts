import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const HANGING_MS = 900_000
/** Tests that have a script of their own, by the variable that it sets: CI runs them after `npm test`. */
const APART = {
  // Installs the kit as a user does, which takes half a minute: `npm run packaging`.
  PACKAGING: ['packaging.test.ts'],
  // Replicas on PostgreSQL, whose servers take their time: `npm run test:replicas`.
  REPLICAS: [
    'mock-server/replicas.test.ts',
    'mock-server/db/database-start.test.ts',
    'mock-server/db/outage.test.ts',
    'mock-server/db/postgres/**/*.test.ts',
    'mock-server/db/replicas-crash.test.ts',
    'mock-server/db/testing/postgres.test.ts',
    'mock-server/db/tls.test.ts',
    'mock-server/testing/replicas-bench/**/*.test.ts',
  ],
  // The kit as a whole, in many ways or at a large size: `npm run test:long`.
  LONG: [
    'conformance/proof/harmless.test.ts',
    'conformance/proof/hostile-server/**/*.test.ts',
    'conformance/proof/parallel-runs.test.ts',
    'conformance/proof/plain-server/fairness.test.ts',
    'conformance/proof/traffic.test.ts',
    'conformance/proof/violations.test.ts',
    'mock-server/desk/large-scenario.test.ts',
    'mock-server/desk/state.test.ts',
    'mock-server/documents/hostile.test.ts',
    'mock-server/endurance.test.ts',
    'test/site.test.ts',
  ],
}
const LEFT_OUT = Object.entries(APART).flatMap(([variable, files]) =>
  process.env[variable] === 'all' ? [] : files,
)

/**
 * The files that take longest, the longest first: what begins last and takes long leaves a core idle. Vitest knows by
 * itself only what the last run on the same machine took. Among the first are those that wait for processes, beside one that computes.
 */
const LONGEST = [
  'conformance/proof/fairness',
  'mock-server/desk/large-scenario',
  'mock-server/db/replicas-crash',
  'mock-server/db/outage',
  'mock-server/console/console',
  'conformance/command/cli',
  'mock-server/rehearse/run/rehearse',
  'mock-server/replicas',
  'mock-server/db/postgres/outage',
  'mock-server/db/database-start',
  'test/documents',
  'conformance/proof/parallel-runs',
  'conformance/server/target-mistakes',
  'mock-server/restart',
  'mock-server/desk/snapshots',
  'conformance/vitest',
  'conformance/reports/html-page',
  'conformance/clauses/bulk/bulk',
  'schemas/isolation/isolated-process',
  'mock-server/documents/exhaustion',
  'mock-server/documents/drawing-pool',
  'conformance/server/pdf/read-pdf',
  'conformance/proof/harmless',
  'conformance/proof/traffic',
  'mock-server/endurance',
].map((name) => join(import.meta.dirname, `${name}.test.ts`))

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is vitest's, which makes a new array
    const sorted = await super.sort(files)
    const long = LONGEST.flatMap((path) => sorted.filter(({ moduleId }) => moduleId === path))
    return [...long, ...sorted.filter((file) => !long.includes(file))]
  }
}

export default defineConfig({
  test: {
    // The examples' own tests are run by examples.test.ts, which gives them a mock.
    exclude: [...configDefaults.exclude, 'dist/**', 'samples/**', 'examples/typescript/**', ...LEFT_OUT],
    // Not threads: to start a child from a process that holds the memory of all tests takes forty times as long.
    pool: 'forks',
    // The more a young generation holds, the less of it lives long enough to be copied.
    execArgv: ['--max-semi-space-size=64'],
    setupFiles: [join(import.meta.dirname, 'mock-server/testing/keep-drawing.ts')],
    // Mocks, in child processes too, hold every answer to its schema.
    env: { INVOICING_KIT_VALIDATE_ANSWERS: '1' },
    // Test files share what they import, which nothing of ours minds; loading it anew for each took a third of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // By itself vitest leaves one of two cores idle; and many a file waits, for a process or a server: with three it takes a tenth longer.
    maxWorkers: 4,
    // No test proves anything by the time that it takes: this only ends what hangs, on the slowest machine.
    testTimeout: HANGING_MS,
    hookTimeout: HANGING_MS,
    // CI shares its machine with others: what passes on a second try is reported as such, and looked into.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
})
