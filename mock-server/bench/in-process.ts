import { startMock } from '../index.ts'
import { median } from './measure.ts'
import { table } from './table.ts'

/** Milliseconds that tests wait for, in whose process the mock runs: for another mock, and for another store. */
export interface InProcessTimes {
  mock: number
  store: number
}

const MOCKS = 15
const STORES = 100

/** Starts mocks with the default scenario, one after the other, and gives one of them stores; the first of both warm up. */
export async function measureInProcess(): Promise<InProcessTimes> {
  const mocks: number[] = []
  const stores: number[] = []
  for (let round = 0; round <= MOCKS; round++) {
    const begun = performance.now()
    const mock = await startMock()
    mocks.push(performance.now() - begun)
    if (round === MOCKS)
      for (let count = 0; count <= STORES; count++) {
        const asked = performance.now()
        await mock.addStore({})
        stores.push(performance.now() - asked)
      }
    await mock.close()
  }
  return { mock: median(mocks.slice(1)), store: median(stores.slice(1)) }
}

/** What was measured, in Markdown. */
export function inProcessTable({ mock, store }: InProcessTimes): string {
  const rows = [
    ['`startMock()`, after the first', mock.toFixed(0)],
    ['`mock.addStore({})`', store.toFixed(1)],
  ]
  return table(['inside the test process', 'ms'], rows)
}
