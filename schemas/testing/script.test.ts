import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, '../../conformance/proof/fairness/run-fairness.ts')

function run(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', SCRIPT, ...args], {
    encoding: 'utf8',
  })
  return { stdout, stderr, status }
}

test('a script tells what it takes', () => {
  const { stdout, status } = run('--help')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^Usage: npm run fairness -- .*\n\ndoes the suite fail what is right\?\n/)
})

test.each([
  [['--sed', '3'], "error: unknown option '--sed'\n(Did you mean --seed?)\n"],
  [
    ['--seed', 'three'],
    "error: option '--seed <number>' argument 'three' is invalid. It must be a whole number.\n",
  ],
])('a script that is given %j says what would be right, and ends with 2', (args, stderr) => {
  expect(run(...args)).toEqual({ stdout: '', stderr, status: 2 })
})
