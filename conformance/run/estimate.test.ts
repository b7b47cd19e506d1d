import { expect, test } from 'vitest'
import { CHECKS } from '../clauses/index.ts'
import { check } from '../judge/check.ts'
import type { Touches } from '../judge/touches.ts'
import { exchangeWith } from '../proof/testing/exchange.ts'
import { target } from '../proof/testing/made-up-result.ts'
import { parseTarget } from '../server/load-target.ts'
import { COSTS } from './costs.ts'
import { estimate, Met } from './estimate.ts'

/** One of which nothing was measured: six reads and four writes follow each other in it. */
const step = (name: string, touches: Touches = {}) =>
  check('list.envelope', { name, run: async () => {}, touches })

const PACE = { read_ms: 100, write_ms: 1000 }
const seconds = (steps: Parameters<typeof estimate>[0], how = { concurrency: 8 }) =>
  Math.round(estimate(steps, target, PACE, how).ms / 1000)

test('what meets takes its time one after the other, what does not side by side', () => {
  const writes = ['a', 'b', 'c'].map((name) => step(name, { settings: 'changes' }))
  expect(seconds([step('a')])).toBe(5)
  expect(seconds(writes)).toBe(14)
  expect(seconds([step('a'), step('b'), step('c')])).toBe(5)
})

test('there is room for so many requests, and a pace that is asked for is kept', () => {
  const many = Array.from({ length: 8 }, (_, n) => step(String(n)))
  expect(seconds(many)).toBeGreaterThan(5)
  expect(seconds(many)).toBeLessThan(10)
  expect(seconds(many, { concurrency: 1 })).toBeGreaterThan(35)
  expect(estimate(many, target, PACE, { concurrency: 8, max_rps: 1 }).ms).toBe(120_000)
})

test('what the target cannot show takes no time', () => {
  const needy = { ...step('a'), needs: ['mailbox'] as const }
  expect(estimate([needy], { ...target, hooks: {} }, PACE, { concurrency: 8 }).requests).toBe(0)
})

test('a pace is the median of the first answers; without a write they take as long as reads', () => {
  const met = new Met()
  for (const ms of [900, 20, 30]) met.push(exchangeWith(200, {}, { ms }))
  expect([met.read_ms, met.write_ms]).toEqual([30, 30])
})

test('at a distance steps hardly wait longer for each other than for the room that there is', () => {
  const hook = { method: 'POST', url: 'http://127.0.0.1:9/{order_id}' }
  const hooks = ['edit_order', 'edit_draft_order', 'delete_order', 'finish_bulk', 'emails'] as const
  const all = parseTarget({
    base_url: target.base_url,
    api_key: 'key',
    other_store_api_key: 'other',
    free_plan_api_key: 'free',
    rate_limited_api_key: 'limited',
    order_ids: [1],
    draft_order_ids: [2],
    allow: ['all'],
    email_recipients: ['*'],
    hooks: Object.fromEntries(hooks.map((name) => [name, hook])),
  })
  const far = { read_ms: 150, write_ms: 400 }
  const msWith = (concurrency: number) => estimate(CHECKS, all, far, { concurrency }).ms
  expect(msWith(8) / (msWith(1) / 8)).toBeLessThan(1.4)
})

test('nearly every step was measured', () => {
  const unknown = CHECKS.filter(({ name }) => !(name in COSTS))
  expect(unknown.length).toBeLessThan(CHECKS.length / 10)
})
