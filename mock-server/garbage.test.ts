import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = (own: string, bytes: number) => `
  import { setImmediate, setTimeout } from 'node:timers/promises'
  import { collected, ownProcess } from ${JSON.stringify(fileURLToPath(new URL('garbage.ts', import.meta.url)))}
  let content = new Array(${bytes / 8}).fill(0)
  const seen = new WeakRef(content)
  content = undefined
  // What was looked at in a turn is kept until its end.
  await setTimeout(1)
  ${own}
  for (const _ of collected()) await setImmediate()
  for (let waited = 0; waited < 100 && seen.deref() !== undefined; waited++) await setTimeout(20)
  console.log(seen.deref() === undefined ? 'collected' : 'kept')`

function outcomeOf(own: string, bytes = 160e6): string {
  const args = ['--import', 'tsx', '--input-type=module', '-e', program(own, bytes)]
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()
}

test('much that nobody needs is collected though nobody asks for memory, in a process that is ours alone', () => {
  expect(outcomeOf('ownProcess()')).toBe('collected')
  expect(outcomeOf('')).toBe('kept')
  expect(outcomeOf('ownProcess()', 8e6)).toBe('kept')
})
