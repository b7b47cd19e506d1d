import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { median } from './measure.ts'
import { FOLDER, LIST } from './prepare.ts'
import { startMock, type ServerProcess } from './server-process.ts'
import { table } from './table.ts'

/**
 * The scenario `large` on disk: milliseconds, from the start of the process to its first answer or of a request, and what the process then takes;
 * `searched` is of the first search, right after the first list, and `late` how late the event loop came at most until what is needed later was loaded, too.
 */
export interface LargeTimes {
  loaded: number
  reset: number
  restarted: number
  listed: number
  searched: number
  late: number
  loadedBytes: number
  restartedBytes: number
}

const ROUNDS = 3
const KEY = { 'x-auth-token': 'test_key_large_store' }
const PROBE = { ...LIST, headers: KEY }

/** Fills a directory with it, resets it, and starts from it. */
export async function measureLarge(): Promise<LargeTimes> {
  const times: Record<keyof LargeTimes, number[]> = {
    loaded: [],
    reset: [],
    restarted: [],
    listed: [],
    searched: [],
    late: [],
    loadedBytes: [],
    restartedBytes: [],
  }
  const data = join(FOLDER, 'large')
  for (let round = 0; round < ROUNDS; round++) {
    rmSync(data, { recursive: true, force: true })
    const fresh = await startMock(data, PROBE, ['--scenario', 'large'])
    times.loaded.push(fresh.startMilliseconds)
    times.loadedBytes.push((await fresh.usage('memory')).rssBytes)
    times.reset.push(await timed(fresh, 'POST', '/__admin/reset'))
    await fresh.stop()
    const again = await startMock(data, PROBE)
    times.restarted.push(again.startMilliseconds)
    times.restartedBytes.push((await again.usage('memory')).rssBytes)
    await again.stop()
    await timeFirst(data, times)
  }
  return {
    loaded: median(times.loaded),
    reset: median(times.reset),
    restarted: median(times.restarted),
    listed: median(times.listed),
    searched: median(times.searched),
    late: median(times.late),
    loadedBytes: median(times.loadedBytes),
    restartedBytes: median(times.restartedBytes),
  }
}

/** The first list of a process opens its store, the first search waits for its index. */
async function timeFirst(
  data: string,
  times: Record<'listed' | 'searched' | 'late', number[]>,
): Promise<void> {
  // What nobody has a key for opens no store.
  const server = await startMock(data, { path: LIST.path, headers: {}, status: 401 })
  await server.usage('delay')
  times.listed.push(await timed(server, 'GET', LIST.path))
  times.searched.push(await timed(server, 'GET', `${LIST.path}/search?q=meier`))
  await setTimeout(WARM_MS)
  times.late.push((await server.usage('delay')).mostMilliseconds)
  await server.stop()
}

/** By then it has loaded what the first requests do not need. */
const WARM_MS = 1500

async function timed({ port }: ServerProcess, method: string, path: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: KEY })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}`)
  return performance.now() - begun
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1)
const hundredths = (milliseconds: number): string => (milliseconds / 1000).toFixed(2)
const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0)

/** What was measured, in Markdown. */
export function largeTable({ loadedBytes, restartedBytes, ...times }: LargeTimes): string {
  return table(
    ['`large`, on disk', 's', 'MB after'],
    [
      ['start and load', seconds(times.loaded), megabytes(loadedBytes)],
      ['reset', seconds(times.reset), ''],
      ['restart', seconds(times.restarted), megabytes(restartedBytes)],
      ['first list, which opens the store', hundredths(times.listed), ''],
      ['first search, directly afterwards', hundredths(times.searched), ''],
      ['maximum event loop delay after the restart', hundredths(times.late), ''],
    ],
  )
}
