import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = (own: string) => `
  import { setImmediate, setTimeout } from 'node:timers/promises'
  import { collected, ownProcess } from ${JSON.stringify(fileURLToPath(new URL('garbage.ts', import.meta.url)))}
  let content = Array.from({ length: 500_000 }, (_, id) => ({ id }))
  const seen = new WeakRef(content)
  content = undefined
  // What was looked at in a turn is kept until its end.
  await setTimeout(1)
  ${own}
  for (const _ of collected()) await setImmediate()
  for (let waited = 0; waited < 100 && seen.deref() !== undefined; waited++) await setTimeout(20)
  console.log(seen.deref() === undefined ? 'collected' : 'kept')`

const outcomeOf = (own: string): string =>
  execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program(own)], {
    encoding: 'utf8',
  }).trim()

test('what nobody needs is collected though nobody asks for memory, in a process that is ours alone', () => {
  expect(outcomeOf('ownProcess()')).toBe('collected')
  expect(outcomeOf('')).toBe('kept')
})
