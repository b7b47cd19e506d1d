import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, 'dist/**', 'samples/**'],
    pool: 'threads',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
