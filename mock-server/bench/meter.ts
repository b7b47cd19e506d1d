import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ThreadTime } from './thread-time.ts'

/** Loaded with `--import` into a measured process: tells its parent what it has used so far. */
export interface Usage {
  cpuMicroseconds: number
  /** All that the process takes. */
  rssBytes: number
  /** What of it is in use, garbage not counted; 0 unless asked for. */
  heapBytes: number
  /** How late it came to what was due since it was last asked for `delay`, at most and in 99 of 100 cases; 0 before. */
  p99Milliseconds: number
  mostMilliseconds: number
  /** The most that its main thread ran at a time meanwhile, where the system tells. */
  ranMilliseconds?: number | undefined
}

/** What the parent asks for. */
export type Question = 'cpu' | 'memory' | 'delay'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const thread = new ThreadTime()
const delay = monitorEventLoopDelay({ resolution: 1 })

process.on('message', (question: Question) => {
  const { user, system } = process.cpuUsage()
  const { rss: rssBytes } = process.memoryUsage()
  const usage: Usage = {
    cpuMicroseconds: user + system,
    rssBytes,
    heapBytes: heapInUse(question),
    p99Milliseconds: delay.percentile(99) / 1e6,
    mostMilliseconds: delay.max / 1e6,
    ranMilliseconds: thread.most,
  }
  if (question === 'delay') watchAnew()
  process.send?.(usage)
})

/** From the first time on; it wakes the process each millisecond, which nothing else that is measured should pay for. */
function watchAnew(): void {
  delay.enable()
  delay.reset()
  thread.watch()
}

function heapInUse(question: Question): number {
  if (question !== 'memory') return 0
  collectGarbage()
  return process.memoryUsage().heapUsed
}

// Without this the listener would keep the process alive that is measured.
process.channel?.unref()
