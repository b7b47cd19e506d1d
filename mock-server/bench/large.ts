import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './measure.ts'
import { FOLDER, LIST } from './prepare.ts'
import { startMock, type ServerProcess } from './server-process.ts'
import { table } from './table.ts'

/** The scenario `large` on disk: milliseconds, from the start of the process to its first answer or of a request, and what the process then takes. */
export interface LargeTimes {
  loaded: number
  reset: number
  restarted: number
  loadedBytes: number
  restartedBytes: number
}

const ROUNDS = 3
const PROBE = { ...LIST, headers: { 'x-auth-token': 'test_key_large_store' } }

/** Fills a directory with it, resets it, and starts from it. */
export async function measureLarge(): Promise<LargeTimes> {
  const times: Record<keyof LargeTimes, number[]> = {
    loaded: [],
    reset: [],
    restarted: [],
    loadedBytes: [],
    restartedBytes: [],
  }
  const data = join(FOLDER, 'large')
  for (let round = 0; round < ROUNDS; round++) {
    rmSync(data, { recursive: true, force: true })
    const fresh = await startMock(data, PROBE, ['--scenario', 'large'])
    times.loaded.push(fresh.startMilliseconds)
    times.loadedBytes.push((await fresh.usage('memory')).rssBytes)
    times.reset.push(await timeReset(fresh))
    await fresh.stop()
    const again = await startMock(data, PROBE)
    times.restarted.push(again.startMilliseconds)
    times.restartedBytes.push((await again.usage('memory')).rssBytes)
    await again.stop()
  }
  return {
    loaded: median(times.loaded),
    reset: median(times.reset),
    restarted: median(times.restarted),
    loadedBytes: median(times.loadedBytes),
    restartedBytes: median(times.restartedBytes),
  }
}

async function timeReset({ port }: ServerProcess): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/__admin/reset`, { method: 'POST' })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`The reset was answered ${answer.status}`)
  return performance.now() - begun
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1)
const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0)

/** What was measured, in Markdown. */
export function largeTable({ loaded, reset, restarted, loadedBytes, restartedBytes }: LargeTimes): string {
  return table(
    ['`large`, on disk', 's', 'MB then'],
    [
      ['loaded, from the start of the process', seconds(loaded), megabytes(loadedBytes)],
      ['reset', seconds(reset), ''],
      ['restarted', seconds(restarted), megabytes(restartedBytes)],
    ],
  )
}
