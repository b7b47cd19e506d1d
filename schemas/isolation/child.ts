import { writeFileSync } from 'node:fs'
import { messageOf } from '../thrown.ts'
import type { ChildMessage, ChildOptions, Entry, JobMessage } from './messages.ts'
import { startWatchdog } from './watchdog.ts'

// Main module of a child process: imports the entry, then performs one job at a time.

/** Ends the process without running anything else, even in the middle of a job. */
const end = (): void => void process.kill(process.pid, 'SIGKILL')

const send = (message: ChildMessage, sent?: () => void): void =>
  void process.send?.(message, undefined, undefined, sent)

/** A job may leave the process in any state when it fails, so the process ends. */
const fail = (thrown: unknown): void => send({ kind: 'failed', message: messageOf(thrown) }, end)

async function start(): Promise<void> {
  // Cast: the parent writes this argument.
  const { entry, ...watched } = JSON.parse(process.argv[2] ?? '') as ChildOptions
  preferForOomKiller()
  // Cast: the parent names a module that exports it.
  const imported = import(entry) as Promise<Entry>
  const [{ perform }, reportBusy] = await Promise.all([imported, startWatchdog(watched)])
  process.on('message', async ({ job }: JobMessage) => {
    reportBusy(true)
    try {
      send({ kind: 'done', result: await perform(job) })
    } catch (error) {
      fail(error)
    }
    reportBusy(false)
  })
  reportBusy(false)
  send({ kind: 'ready' })
}

/** Linux then ends this process before the mock when the machine runs out of memory. */
function preferForOomKiller(): void {
  try {
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // A container may forbid it.
  }
}

process.on('disconnect', end)
process.on('uncaughtException', fail)
// Ctrl+C reaches the whole process group. The parent finishes its requests first, and needs this process for them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

await start().catch(fail)
