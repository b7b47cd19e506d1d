import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { idle, inSlices, withoutIdle } from './slices.ts'

/** Steps that take longer together than several slices, and note in which round of the event loop each was made. */
function* noting(rounds: Set<number>, round: () => number): Generator<void, string> {
  const until = performance.now() + 40
  while (performance.now() < until) {
    rounds.add(round())
    yield
  }
  return 'done'
}

test('of all long work one slice is made in a round of the event loop, and all of it is done', async () => {
  let round = 0
  let isOver = false
  const count = (): void => {
    round += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const [one, other] = [new Set<number>(), new Set<number>()]
  const done = await Promise.all([one, other].map((rounds) => inSlices(noting(rounds, () => round))))
  isOver = true
  expect(done).toEqual(['done', 'done'])
  expect([...one].filter((each) => other.has(each))).toEqual([])
})

test('work that nobody waits for goes on when there is no other, and is done too', async () => {
  const order: string[] = []
  function* naming(name: string): Generator<void> {
    for (let step = 0; step < 100; step++) {
      order.push(name)
      const until = performance.now() + 1
      while (performance.now() < until) continue
      yield
    }
  }
  await Promise.all([inSlices(naming('idle'), idle), inSlices(naming('waited for'))])
  expect(order.lastIndexOf('waited for')).toBeLessThan(order.lastIndexOf('idle') - 50)
  expect(order).toHaveLength(200)
})

test('work that nobody waits for rests while other waits for a disk, and goes on after, also where that failed', async () => {
  let steps = 0
  function* counting(): Generator<void> {
    while (steps < 100) yield void (steps += 1)
  }
  let after: Promise<void> | undefined
  const other = withoutIdle(async () => {
    after = inSlices(counting(), idle)
    for (let round = 0; round < 50; round++) await nextRound()
    expect(steps).toBe(0)
    throw new Error('The disk is full')
  })
  await expect(other).rejects.toThrow('full')
  await after
  expect(steps).toBe(100)
})
