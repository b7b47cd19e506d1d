import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

const HANGING_MS = 900_000
/** Installs the kit as a user does, which takes half a minute: `npm run packaging`. */
const PACKAGING = process.env['PACKAGING'] === 'all' ? [] : ['packaging.test.ts']

export default defineConfig({
  test: {
    // The examples' own tests are run by examples.test.ts, which gives them a mock.
    exclude: [...configDefaults.exclude, 'dist/**', 'samples/**', 'examples/typescript/**', ...PACKAGING],
    // Not threads: to start a child from a process that holds the memory of all tests takes forty times as long.
    pool: 'forks',
    // The more a young generation holds, the less of it lives long enough to be copied.
    execArgv: ['--max-semi-space-size=64'],
    setupFiles: [join(import.meta.dirname, 'mock-server/testing/keep-drawing.ts')],
    // Mocks, in child processes too, hold every answer to its schema.
    env: { INVOICING_KIT_VALIDATE_ANSWERS: '1' },
    // Test files share what they import, which nothing of ours minds; loading it anew for each took a third of the time.
    isolate: false,
    // By itself vitest leaves one of two cores idle; and now and then a file waits, for a process or a server.
    maxWorkers: 3,
    // No test proves anything by the time that it takes: this only ends what hangs, on the slowest machine.
    testTimeout: HANGING_MS,
    hookTimeout: HANGING_MS,
    // CI shares its machine with others: what passes on a second try is reported as such, and looked into.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
})
