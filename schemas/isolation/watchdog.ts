import { Worker } from 'node:worker_threads'
import { MEMORY_MARKER } from './exhaustion.ts'

/** Interval of the checks during a job. A process that fills buffers takes up to 0.3 GB in it. */
const BUSY_MS = 50
/** Interval of the checks between jobs, so that a free process takes hardly any CPU. */
const FREE_MS = 1000

/** The limits that the watchdog holds its process to. */
export interface Watched {
  /** Process that must live. */
  parent: number
  /** Maximum resident memory of this process. */
  megabytes: number
}

/**
 * JavaScript of the thread. It is a string, so that the thread starts without tsx.
 * A reparented process has another `ppid`. Windows keeps the number, so the parent gets signal 0 as well.
 */
const SOURCE = `
const { writeSync } = require('node:fs')
const { parentPort, workerData } = require('node:worker_threads')
const { parent, megabytes, marker, busy, free } = workerData
const end = () => process.kill(process.pid, 'SIGKILL')
const isOrphan = () => {
  if (process.ppid !== parent) return true
  try {
    process.kill(parent, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
const check = () => {
  if (isOrphan()) return end()
  if (process.memoryUsage.rss() < megabytes * 2 ** 20) return
  try {
    writeSync(2, marker + '\\n')
  } finally {
    end()
  }
}
let timer = setInterval(check, busy)
parentPort.on('message', (isBusy) => {
  clearInterval(timer)
  timer = setInterval(check, isBusy ? busy : free)
})
parentPort.postMessage('watching')
`

/** Reports to the watchdog that a job begins or ends. */
export type ReportBusy = (isBusy: boolean) => void

/**
 * Starts a thread that ends this process by SIGKILL when its memory exceeds the limit or its parent is gone.
 * A thread sees both even while the main thread is in an endless loop. Resolves once it watches.
 */
export function startWatchdog(watched: Watched): Promise<ReportBusy> {
  const workerData = { ...watched, busy: BUSY_MS, free: FREE_MS, marker: MEMORY_MARKER }
  const thread = new Worker(SOURCE, { eval: true, workerData, execArgv: [] })
  thread.unref()
  return new Promise((resolve, reject) => {
    thread.once('message', () => resolve((isBusy) => thread.postMessage(isBusy, [])))
    thread.once('error', reject)
  })
}
