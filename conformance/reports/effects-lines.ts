import { plural } from '../../schemas/printing/plain-text.ts'
import type { ConformanceReport, ReportEffects } from '../../schemas/types.ts'

/** One kind of effect: its name, and what happened. */
export interface EffectLine {
  readonly name: string
  readonly text: string
}

/** Names of operations and recipients that a line shows; the JSON report has all of them. */
const SHOWN = 8

/** Effects of the run on the deployment, a line for each kind; none for a report without effects. */
export function effectLines({ effects, requests, left_behind }: ConformanceReport): EffectLine[] {
  if (effects === undefined) return []
  const { created, changed, restored, counters, documents } = effects
  return [
    { name: 'requests', text: `${requests.toLocaleString('en')}: ${listed(effects.requests)}` },
    { name: 'created', text: listed(created) },
    { name: 'changed', text: listed(changed) },
    { name: 'restored', text: listed(restored) },
    {
      name: 'left behind',
      text: left_behind.length === 0 ? 'nothing' : plural(left_behind.length, 'record'),
    },
    { name: 'orders', text: ordersInWords(effects) },
    { name: 'emails', text: emailsInWords(effects) },
    {
      name: 'counters',
      text: counters.map(({ name, from, to }) => `${name} ${from} → ${to}`).join(', ') || 'none moved',
    },
    { name: 'documents', text: documents === 0 ? 'none generated' : `at most ${documents} generated` },
  ]
}

/** Counts as `name count`, the first of them; `none` without any. */
export function listed(counts: Readonly<Record<string, number>>): string {
  const all = Object.entries(counts)
  const shown = all.slice(0, SHOWN).map(([name, count]) => `${name} ${count.toLocaleString('en')}`)
  const more = all.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ') || 'none'
}

/** Emails by recipient. */
export const emailsInWords = ({ emails }: ReportEffects): string =>
  listed(Object.fromEntries(emails.map(({ to, count }) => [to, count])))

/** How many orders of the target are used. */
export function ordersInWords({ orders: { given, used, left } }: ReportEffects): string {
  return given === 0 ? 'none given' : `${used} of ${given} used, about ${left} left`
}

/** A warning if the orders that are left do not last for two more runs like this one. */
export function orderWarnings(effects: ReportEffects | null): string[] {
  if (effects === null || effects.orders.used === 0 || effects.created['orders'] !== undefined) return []
  const { given, fresh, used, left } = effects.orders
  if (left >= 2 * Math.max(1, fresh)) return []
  const supply = 'Add order_ids and draft_order_ids, or the hooks create_order and create_draft_order'
  return [
    `Orders left: about ${left} of ${given}; this run used ${used}, ${fresh} of them without an invoice before. ${supply}.`,
  ]
}
