import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const PARENT = join(import.meta.dirname, 'testing/pool-parent.ts')
const start = (...orders: string[]) =>
  spawn(process.execPath, ['--import', 'tsx', PARENT, ...orders], { stdio: ['ignore', 'pipe', 'inherit'] })

test('each order is answered, also by a process that follows one that ended', async () => {
  const { stdout } = start('answer', 'end', 'answer', 'answer')
  const lines = (await text(stdout)).trim().split('\n')
  expect(lines.filter((line) => /^\d+$/.test(line))).toHaveLength(3)
  expect(lines).toContain('the process ended with 7')
})

test.each(['SIGTERM', 'SIGKILL'] as const)('no process outlives one that is ended by %s', async (signal) => {
  const parent = start('work', 'work')
  const { stdout } = parent
  await once(stdout, 'data')
  parent.kill(signal)
  // They all write there: it ends with the last of them.
  expect(await text(stdout)).toMatch(/^(at work\n)?$/)
})
