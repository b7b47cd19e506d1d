import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atOnce } from './at-once.ts'

/** Counts the rounds of the event loop. */
function rounds(): { now: number; end(): void } {
  const count = { now: 0, isOver: false, end: () => void (count.isOver = true) }
  const tick = () => void (count.now++, count.isOver || setImmediate(tick))
  setImmediate(tick)
  return count
}

test('what is done at once never begins together, also after several have ended together', async () => {
  const round = rounds()
  const began: number[] = []
  const end = { at: Date.now() + 20 }
  await atOnce(
    Array(12).keys(),
    async (thing) => {
      began.push(round.now)
      // Each four end in one round.
      await sleep(Math.max(1, end.at - Date.now()))
      if (thing % 4 === 3) end.at += 20
    },
    4,
  )
  round.end()
  expect(new Set(began).size).toBe(12)
})

test('of what fails the first in order is thrown, once what is under way is done', async () => {
  const done: number[] = []
  const act = async (thing: number) => {
    await sleep(thing === 0 ? 20 : 5)
    if (thing < 2) throw new Error(`number ${thing}`)
    done.push(thing)
  }
  await expect(atOnce([0, 1, 2, 3, 4, 5], act, 3)).rejects.toThrow('number 0')
  expect(done).not.toContain(5)
})
