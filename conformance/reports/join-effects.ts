import type { ReportEffects } from '../../schemas/types.ts'

type Counts = Readonly<Record<string, number>>

/** The effects of two runs on one target. */
export const joinEffects = (one: ReportEffects, other: ReportEffects): ReportEffects => ({
  requests: sum(one.requests, other.requests),
  created: sum(one.created, other.created),
  changed: sum(one.changed, other.changed),
  restored: sum(one.restored, other.restored),
  orders: {
    given: Math.max(one.orders.given, other.orders.given),
    used: one.orders.used + other.orders.used,
    fresh: one.orders.fresh + other.orders.fresh,
    left: Math.max(0, Math.max(one.orders.left, other.orders.left)),
  },
  emails: joinEmails([...one.emails, ...other.emails]),
  counters: [...one.counters, ...other.counters],
  documents: one.documents + other.documents,
})

function joinEmails(all: ReportEffects['emails']): ReportEffects['emails'] {
  const counts = new Map<string, number>()
  for (const { to, count } of all) counts.set(to, (counts.get(to) ?? 0) + count)
  return [...counts].map(([to, count]) => ({ to, count }))
}

function sum(one: Counts, other: Counts): Record<string, number> {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]))
}
