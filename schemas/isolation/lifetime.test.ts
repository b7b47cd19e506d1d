import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { entryOf } from './testing/entry.ts'

/** A program that starts a process, prints its id, and goes on. */
const program = (next: string, perform = 'if (job) for (;;); return process.pid') => `
  import { IsolatedProcess } from ${JSON.stringify(new URL('isolated-process.ts', import.meta.url).href)}
  const limits = { seconds: 600, megabytes: 64 }
  const entry = new URL(${JSON.stringify(entryOf(perform).href)})
  const child = new IsolatedProcess({ entry, purpose: 'tests', limits })
  console.log(await child.perform(null))
  ${next}`

async function started(code: string): Promise<{ parent: ChildProcess; pid: number }> {
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', code]
  const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  if (!parent.stdout) throw new Error('stdout is piped')
  const [line] = await once(createInterface(parent.stdout), 'line')
  return { parent, pid: Number(line) }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const hasEnded = (pid: number) => expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false)

const LIVE = 'setInterval(() => {}, 1000);'

test('a program whose child process is free ends, and the child process with it', async () => {
  const { parent, pid } = await started(program(''))
  expect(await once(parent, 'exit')).toEqual([0, null])
  await hasEnded(pid)
})

describe('a program that is killed leaves no child process', () => {
  test.each([
    ['is free', LIVE],
    ['performs an endless loop', `${LIVE} void child.perform('loop').catch(() => {})`],
  ])('that %s', async (_, next) => {
    const { parent, pid } = await started(program(next))
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await hasEnded(pid)
  })
})

test('a signal to the whole group, as of Ctrl+C, lets a job end', async () => {
  const wait = 'if (job) await new Promise((resolve) => setTimeout(resolve, 300)); return process.pid'
  const { parent, pid } = await started(
    program(
      `process.on('SIGINT', async () => { console.log(await job); process.exit(7) })
       const job = child.perform('wait')
       process.kill(0, 'SIGINT')
       ${LIVE}`,
      wait,
    ),
  )
  expect(await once(parent, 'exit')).toEqual([7, null])
  await hasEnded(pid)
})
