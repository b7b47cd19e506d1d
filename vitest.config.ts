import { configDefaults, defineConfig } from 'vitest/config'

const HANGING_MS = 900_000

export default defineConfig({
  test: {
    // The examples' own tests are run by examples.test.ts, which gives them a mock.
    exclude: [...configDefaults.exclude, 'dist/**', 'samples/**', 'examples/typescript/**'],
    pool: 'threads',
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
