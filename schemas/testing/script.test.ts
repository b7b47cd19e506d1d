import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, '../../mock-server/testing/replicas/run-crash.ts')

function run(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', SCRIPT, ...args], {
    encoding: 'utf8',
  })
  return { stdout, stderr, status }
}

test('a script tells what it takes', () => {
  const { stdout, status } = run('--help')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^Usage: npm run crash -- .*\n\nis no acknowledged write lost /)
})

test('a script that is given what it does not take says what would be right, and ends with 2', () => {
  const stderr = "error: unknown option '--sed'\n(Did you mean --seed?)\n"
  expect(run('--sed', '3')).toEqual({ stdout: '', stderr, status: 2 })
})
