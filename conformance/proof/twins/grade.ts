import { isDeepStrictEqual } from 'node:util'
import type { Dialect } from '../../../schemas/dialect.ts'
import { canonical } from '../../server/learn/equals.ts'
import type { Learned } from './learn.ts'

/** How well one answer of a dialect was learned. */
export type Grade = 'right' | 'equal' | 'assumed' | 'not shown' | 'WRONG'

/** Invoices of the store that is probed: times are compared for so many, and for one. */
const MANY = 75
const TOLERANCE = 0.1

type Key = keyof Dialect

/** What was learned of a question, by the dialect that the server really has. */
export function grade(key: Key, real: Dialect, { dialect, assumed }: Learned): Grade {
  const seen = dialect[key]
  if (seen === undefined) return 'not shown'
  if (isDeepStrictEqual(sorted(seen), sorted(real[key]))) return 'right'
  const ours = canonical({ ...real, ...dialect })[key]
  if (isDeepStrictEqual(ours, canonical(real)[key])) return 'equal'
  if (isNear(key, real, dialect)) return 'right'
  return isPartly(key, real, dialect) && key in assumed ? 'assumed' : 'WRONG'
}

/** The order of required fields says nothing. */
const sorted = (value: unknown): unknown => (Array.isArray(value) ? value.toSorted() : value)

/** Times are known to ten percent. */
const near = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(a, b) * TOLERANCE

function isNear(key: Key, real: Dialect, seen: Partial<Dialect>): boolean {
  const [quota, duration] = [seen['rate.quota'], seen['bulk.duration']]
  if (key === 'rate.quota' && quota)
    return quota.requests === real[key].requests && near(quota.window_seconds, real[key].window_seconds)
  if (key !== 'bulk.duration' || !duration) return false
  return [1, MANY].every((count) => near(lasts(count, real[key]), lasts(count, duration)))
}

const lasts = (invoices: number, { base_ms, per_invoice_ms }: Dialect['bulk.duration']): number =>
  base_ms + invoices * per_invoice_ms

/** What can be seen of it is right. */
const isPartly = (key: Key, real: Dialect, seen: Partial<Dialect>): boolean =>
  key !== 'bulk.statuses' || seen[key]?.queued === real[key].queued
