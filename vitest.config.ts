import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, 'dist/**', 'samples/**'],
    pool: 'threads',
    // Mocks, in child processes too, hold every answer to its schema.
    env: { INVOICING_KIT_VALIDATE_ANSWERS: '1' },
    // By itself vitest leaves one of two cores idle.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
