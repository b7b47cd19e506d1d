import { expect, test } from 'vitest'
import { idle, inSlices } from './slices.ts'

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
