import { restore, snapshot } from '../desk/snapshots.ts'
import { openMock } from '../open-mock.ts'
import { median } from './measure.ts'

/** Milliseconds until a snapshot of everything is on disk, until one is restored there, and to open the store after that. */
export interface SnapshotTimes {
  take: number
  restore: number
  open: number
}

const ROUNDS = 15

/** Takes and restores snapshots of the mock in this directory, one after the other. */
export async function measureSnapshots(data: string): Promise<SnapshotTimes> {
  const mock = await openMock({ data })
  const times: Record<keyof SnapshotTimes, number[]> = { take: [], restore: [], open: [] }
  const timed = async (what: keyof SnapshotTimes, work: () => unknown) => {
    const begun = performance.now()
    await work()
    times[what].push(performance.now() - begun)
  }
  for (let round = 0; round < ROUNDS; round++) {
    await timed('take', () => snapshot(mock, 'bench'))
    await timed('restore', () => restore(mock, 'bench'))
    // Its indexes are made when it is first asked for.
    await timed('open', () => mock.stores.byName('bench'))
  }
  await mock.close()
  return { take: median(times.take), restore: median(times.restore), open: median(times.open) }
}
