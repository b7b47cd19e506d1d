import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { joinedScript } from '../testing/joined-script.ts'
import { IsolatedProcess } from './isolated-process.ts'
import { entryOf, EXHAUSTING, moduleOf } from './testing/entry.ts'

const workOf = (entry: URL, seconds = 60) => ({
  entry,
  purpose: 'tests',
  limits: { seconds, megabytes: 64 },
})

const processOf = (entry: URL, seconds?: number) =>
  new IsolatedProcess<unknown, unknown>(workOf(entry, seconds))

const RETURN_PID = 'return process.pid'

/** True while a process runs. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const gone = (pid: number) => expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false)

test('one process performs one job after the other, and bytes arrive as they were sent', async () => {
  const child = processOf(entryOf('return { job, pid: process.pid }'))
  expect(child.state).toBe('starting')
  const job = { bytes: new Uint8Array([0, 255]), map: new Map([['a', undefined]]), none: null }
  const first = await child.perform(job)
  expect(first).toMatchObject({ job })
  expect(child.state).toBe('free')
  expect(await child.perform(job)).toEqual(first)
})

test('a free process ends after the idle time', async () => {
  const child = processOf(entryOf(RETURN_PID))
  const pid = Number(await child.perform(null))
  child.endAfter(0.01)
  await expect.poll(() => child.state).toBe('ended')
  await gone(pid)
  const failure = { kind: 'crash', message: 'The process that tests has ended' }
  await expect(child.perform(null)).rejects.toMatchObject(failure)
})

test('a process that fails while it is free rejects the next job with that failure', async () => {
  const child = processOf(entryOf("setTimeout(() => { throw new Error('broken between jobs') })"))
  await child.perform(null)
  await expect.poll(() => child.state, { timeout: 60_000 }).toBe('ended')
  await expect(child.perform(null)).rejects.toMatchObject({ kind: 'crash', message: 'broken between jobs' })
})

test('a job that cannot be sent is rejected, and the next one is performed', async () => {
  const child = processOf(entryOf(RETURN_PID))
  await child.perform(null)
  await expect(child.perform(() => {})).rejects.toThrow('could not be cloned')
  expect(child.state).toBe('free')
  expect(await child.perform(null)).toBeTypeOf('number')
})

describe('a job is given up', () => {
  test.each([
    ['takes longer than its time', 'for (;;);', 'time', 'takes longer than 1 s'],
    ['waits longer than its time', 'await new Promise(() => {})', 'time', 'takes longer than 1 s'],
    ['throws', "throw new Error('broken')", 'crash', 'broken'],
    [
      'throws in the background',
      "setTimeout(() => { throw new Error('broken later') }); await new Promise(() => {})",
      'crash',
      'broken later',
    ],
    ['ends its process', 'process.exit(3)', 'crash', 'The process that tests ended with code 3'],
    [
      'crashes its process',
      "process.kill(process.pid, 'SIGSEGV'); await new Promise(() => {})",
      'crash',
      'The process that tests was ended by SIGSEGV',
    ],
    [
      'is ended by the system',
      "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {})",
      'memory',
      'takes more memory than the system has',
    ],
    ['returns a function', 'return () => {}', 'crash', '() => {} could not be cloned.'],
  ])('that %s', async (_, body, kind, message) => {
    const child = processOf(entryOf(body), kind === 'time' ? 1 : 60)
    await expect(child.perform(null)).rejects.toMatchObject({ kind, message })
    expect(child.state).toBe('ended')
    expect(child.startFailure).toBeUndefined()
  })

  test.each(Object.entries(EXHAUSTING))('that exhausts memory by %s', async (_, body) => {
    const child = processOf(entryOf(body))
    await expect(child.perform(null)).rejects.toMatchObject({ kind: 'memory' })
    expect(child.state).toBe('ended')
  })
})

/** Joined, because tsx starts processes too. */
const failingStart = (before: string) => `
  import { openSync } from 'node:fs'
  import { IsolatedProcess } from ${JSON.stringify(joinedScript(new URL('isolated-process.ts', import.meta.url)))}
  ${before}
  const limits = { seconds: 60, megabytes: 64 }
  const child = new IsolatedProcess({ entry: new URL('data:text/javascript,'), purpose: 'tests', limits })
  await child.perform(null).catch(({ message }) => process.stdout.write(message))`

describe('a process that cannot start says why', () => {
  test.each([
    ['its module throws', moduleOf("throw new Error('not here')"), 'not here'],
    ['its module ends it', moduleOf('process.exit(4)'), 'it ended with code 4'],
    ['its module never ends', moduleOf('for (;;);'), 'it takes longer than 1 s'],
    ['its module exhausts memory', moduleOf(EXHAUSTING['arrays'] ?? ''), 'it takes more than 64 MB'],
  ])('because %s', async (name, entry, reason) => {
    const startSeconds = name.includes('never') ? 1 : 60
    const child = new IsolatedProcess({ ...workOf(entry), startSeconds })
    const message = `The process that tests could not start: ${reason}`
    await expect(child.perform(null)).rejects.toMatchObject({ kind: 'start', message })
    expect(child.startFailure?.message).toBe(message)
  })

  const [major = 0] = process.versions.node.split('.').map(Number)
  const permission = major === 20 ? '--experimental-permission' : '--permission'

  test.each([
    [
      'Node has no permission',
      [permission, '--allow-fs-read=*'],
      '',
      'Node may not start processes: start it with --allow-child-process',
    ],
    ['Node was removed', [], "process.execPath = '/not/here/node'", 'spawn /not/here/node ENOENT'],
    ['no files can be opened', [], 'try { for (;;) openSync(process.execPath) } catch {}', 'EMFILE'],
  ])('because %s', async (_, flags, before, reason) => {
    const { stdout } = await run([...flags, '--input-type=module', '-e', failingStart(before)])
    expect(stdout).toContain('The process that tests could not start: ')
    expect(stdout).toContain(reason)
  })
})

/** Runs Node to its end, with few files. */
async function run(args: string[]) {
  const child = spawn('sh', ['-c', 'ulimit -n 200 && exec "$0" "$@"', process.execPath, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { stdout, code }
}
