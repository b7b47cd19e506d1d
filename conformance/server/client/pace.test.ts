import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Pace } from './pace.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** When each of so many requests starts, in milliseconds, where nothing else takes time. */
async function starts(pace: Pace, requests: number): Promise<number[]> {
  const signal = AbortSignal.timeout(5_000)
  const begun: number[] = []
  for (let request = 0; request < requests; request++) {
    const before = performance.now()
    await pace.turn(signal)
    vi.setSystemTime(Date.now() + Math.round(performance.now() - before))
    begun.push(Date.now())
  }
  return begun
}

test('without a limit nothing waits', async () => {
  expect(await starts(new Pace(Infinity), 50)).toEqual(Array(50).fill(0))
})

test('no more than max_rps start in a second', async () => {
  const begun = await starts(new Pace(100), 11)
  expect(begun.at(-1)).toBeGreaterThanOrEqual(95)
})

test('a refusal slows it to a little less than the average that was served, the pause included', async () => {
  const pace = new Pace(Infinity)
  await starts(pace, 40)
  vi.setSystemTime(200)
  pace.slowDown(800)
  pace.slowDown(800)
  vi.setSystemTime(1000)
  const begun = await starts(pace, 5)
  expect(begun.at(-1)! - 1000).toBeGreaterThanOrEqual(4 * 25)
  expect(begun.at(-1)! - 1000).toBeLessThan(4 * 60)
})
