import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const run = (...args: string[]) =>
  spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), join(import.meta.dirname, 'test-on-nodes.ts'), ...args],
    { encoding: 'utf8' },
  )

describe('a mistake on the command line is one line, and exit code 2', () => {
  test.each([
    [[], "error: missing required argument 'major'"],
    [['18'], 'error: the kit does not run on Node 18'],
    [['24', 'latest'], 'error: the kit does not run on Node latest'],
    [['--fast', '24'], "error: unknown option '--fast'"],
  ])('%j', (args, says) => {
    const { status, stdout, stderr } = run(...args)
    expect([status, stdout, stderr]).toEqual([2, '', `${says}\n`])
  })
})

test('the version that runs already is skipped, and the output says so', () => {
  const [major = ''] = process.versions.node.split('.')
  const { status, stdout } = run(major, '--', 'node', '--version')
  expect([status, stdout]).toEqual([0, `Node ${major} is skipped: this is Node ${process.version}.\n`])
})
