import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Loaded with `--import` into a measured process: tells its parent what it has used so far. */
export interface Usage {
  cpuMicroseconds: number
  /** All that the process takes. */
  rssBytes: number
  /** What of it is in use, garbage not counted; 0 unless asked for. */
  heapBytes: number
}

/** What the parent asks for. */
export type Question = 'cpu' | 'memory'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

process.on('message', (question: Question) => {
  const { user, system } = process.cpuUsage()
  const { rss: rssBytes } = process.memoryUsage()
  const usage: Usage = { cpuMicroseconds: user + system, rssBytes, heapBytes: heapInUse(question) }
  process.send?.(usage)
})

function heapInUse(question: Question): number {
  if (question === 'cpu') return 0
  collectGarbage()
  return process.memoryUsage().heapUsed
}

// Without this the listener would keep the process alive that is measured.
process.channel?.unref()
