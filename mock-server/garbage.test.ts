import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** @param patience how often it looks again, as collecting goes on beside */
const program = (own: string, bytes: number, patience: number) => `
  import { setImmediate, setTimeout } from 'node:timers/promises'
  import { collected, ownProcess } from ${JSON.stringify(fileURLToPath(new URL('garbage.ts', import.meta.url)))}
  let content = new Array(${bytes / 8}).fill(0)
  const seen = new WeakRef(content)
  content = undefined
  // What was looked at in a turn is kept until its end.
  await setTimeout(1)
  ${own}
  for (const _ of collected()) await setImmediate()
  for (let waited = 0; waited < ${patience} && seen.deref() !== undefined; waited++) await setTimeout(20)
  console.log(seen.deref() === undefined ? 'collected' : 'kept')`

const MUCH = 160e6
const LITTLE = 8e6

function outcomeOf(own: string, bytes: number, patience: number): string {
  const args = ['--import', 'tsx', '--input-type=module', '-e', program(own, bytes, patience)]
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()
}

test('much that nobody needs is collected though nobody asks for memory, in a process that is ours alone', () => {
  expect(outcomeOf('ownProcess()', MUCH, 1000)).toBe('collected')
  expect(outcomeOf('', MUCH, 0)).toBe('kept')
  expect(outcomeOf('ownProcess()', LITTLE, 0)).toBe('kept')
})
