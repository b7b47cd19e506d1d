import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Pace } from './pace.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const LIST = { key: 'api', operation: 'listInvoices' }

/** Whether a request that comes at this time starts at once; one that would have to wait gives up, but keeps its turn. */
function startsAtOnce(pace: Pace, at: number, isPatient?: boolean): Promise<boolean> {
  vi.setSystemTime(at)
  const ending = new AbortController()
  const turn = pace.turn(ending.signal, isPatient)
  ending.abort()
  return turn.then(
    () => true,
    () => false,
  )
}

function served(pace: Pace, times: readonly number[]): void {
  for (const at of times) pace.served(LIST, at)
}

const allAtOnce = (pace: Pace, times: readonly number[]) =>
  Promise.all(times.map((at) => startsAtOnce(pace, at)))

test('without a limit nothing waits', async () => {
  expect(await allAtOnce(new Pace(Infinity), Array(50).fill(0))).toEqual(Array(50).fill(true))
})

test('no more than max_rps start in a second', async () => {
  expect(await allAtOnce(new Pace(100), [0, 10, 20, 30])).toEqual([true, true, true, true])
  expect(await allAtOnce(new Pace(100), [0, 9, 19, 29, 40])).toEqual([true, false, false, false, true])
  const crowd = new Pace(100)
  expect(await allAtOnce(crowd, [0, 0, 0, 0])).toEqual([true, false, false, false])
  expect(await startsAtOnce(crowd, 39)).toBe(false)
})

test('a wait that is longer than a timer can be is waited, as far as it comes', async () => {
  const pace = new Pace(1e-9)
  const signal = AbortSignal.timeout(50)
  await pace.turn(signal)
  await expect(pace.turn(signal)).rejects.toThrow('aborted')
})

test('a refusal slows it to a little less than the average that was served, the pause included', async () => {
  const pace = new Pace(Infinity)
  served(pace, Array(40).fill(0))
  vi.setSystemTime(200)
  pace.slowDown(LIST, 800, 0)
  pace.slowDown(LIST, 800, 100)
  // 40 requests took a second: 25 ms each, and a little more.
  expect(await allAtOnce(pace, [1000, 1025, 1050, 1090])).toEqual([true, false, false, true])
})

test('a time in which nothing was asked is not what a request takes', async () => {
  const pace = new Pace(Infinity)
  served(pace, [0, ...Array(40).fill(60_000)])
  vi.setSystemTime(60_200)
  pace.slowDown(LIST, 800, 60_000)
  expect(pace.gap_ms).toBeCloseTo(27.5)
  // One that was started before, and is refused when the pause is over.
  vi.setSystemTime(61_000)
  pace.slowDown(LIST, 60_000, 60_000)
  expect(pace.gap_ms).toBeCloseTo(27.5)
})

test('of two pauses between which nothing was served both count, beside all that was served before', async () => {
  const pace = new Pace(Infinity)
  served(pace, Array(60).fill(0))
  vi.setSystemTime(2000)
  pace.slowDown(LIST, 250, 0)
  vi.setSystemTime(2250)
  pace.slowDown(LIST, 37_750, 2250)
  // Sixty took 40 seconds.
  expect(pace.gap_ms).toBeCloseTo((40_000 / 60) * 1.1)
})

test('what was served before a pause counts after it, as a window may slide, and no more after the next', async () => {
  const pace = new Pace(Infinity)
  served(pace, Array(1000).fill(0))
  vi.setSystemTime(100)
  pace.slowDown(LIST, 900, 0)
  served(pace, [50, 1000])
  vi.setSystemTime(1500)
  pace.slowDown(LIST, 500, 1000)
  // 1,002 took two seconds.
  expect(pace.gap_ms).toBeCloseTo((2000 / 1002) * 1.1)
  served(pace, [2000])
  vi.setSystemTime(2500)
  pace.slowDown(LIST, 500, 2000)
  // Two took two seconds.
  expect(pace.gap_ms).toBeCloseTo(1100)
})

test.each([
  ['another store', { ...LIST, key: 'other_store' }],
  ['another operation', { ...LIST, operation: 'getSettings' }],
])('that %s is served between two pauses of one says nothing of its limit', async (_, other) => {
  const pace = new Pace(Infinity)
  served(pace, Array(120).fill(0))
  vi.setSystemTime(200)
  pace.slowDown(LIST, 250, 0)
  vi.setSystemTime(460)
  for (const at of [450, 455]) pace.served(other, at)
  pace.slowDown(LIST, 540, 455)
  // 122 took a second; two took 0.55.
  expect(pace.gap_ms).toBeCloseTo((1000 / 122) * 1.1)
})

test('a pace that is refused as often however slow it goes is as before the first refusal', async () => {
  const pace = new Pace(Infinity)
  const gaps: number[] = []
  for (let now = 0; gaps.length < 12; now += 1000) {
    const started = Array.from({ length: 59 }, (_, at) => now + at * pace.gap_ms)
    served(pace, started)
    now = Math.ceil(now + 59 * pace.gap_ms)
    vi.setSystemTime(now)
    pace.slowDown(LIST, 1000, now)
    gaps.push(pace.gap_ms)
  }
  expect(gaps[2]).toBeGreaterThan(2 * (gaps[0] ?? 0))
  expect(new Set(gaps.slice(3))).toEqual(new Set([0]))
})

test('what may be refused waits for max_rps alone, and keeps no other waiting', async () => {
  const pace = new Pace(100)
  await startsAtOnce(pace, 0)
  pace.served(LIST, 0)
  pace.slowDown(LIST, 1000, 0)
  expect(pace.gap_ms).toBeGreaterThan(1000)
  expect(await startsAtOnce(pace, 1000)).toBe(true)
  expect(await startsAtOnce(pace, 1010, false)).toBe(true)
  expect(await startsAtOnce(pace, 1011, false)).toBe(false)
  expect(await startsAtOnce(pace, 1050)).toBe(false)
})
