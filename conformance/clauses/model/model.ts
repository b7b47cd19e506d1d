import type { InvoiceDetail } from '../../../schemas/types.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'

export type Fields = { [field: string]: unknown }

/** What the store must hold of the run's own records: smaller than the server, fields as they were answered. */
export interface Model {
  /** By kind, then id. */
  templates: Map<number, Fields>
  customers: Map<number, Fields>
  /** Ids that were deleted: they must stay away. */
  gone: { templates: number[]; customers: number[] }
  /** The settings as they must be. */
  settings: Fields
  /** The invoice of each order that was invoiced, by `order 5` or `draft 5`. */
  invoices: Map<string, InvoiceDetail>
}

/** What the commands act on. */
export interface Real {
  law: Law
  /** Orders and draft orders that the sequences share: few, so that they meet again. */
  orders: readonly { order_id: number; draft: boolean }[]
  /** Templates that others made, as they were before: neighbours that must not change. */
  neighbours: readonly Fields[]
  /** Exchanges of the sequence, for the counterexample. */
  history: Exchange[]
}

const CLAUSE = 'model.sequences'
/** Exchanges that a counterexample shows: the last ones, those that broke the model among them. */
const SHOWN = 16

/** Sends and remembers. */
export async function act(real: Real, ...call: Parameters<Law['call']>): Promise<Exchange> {
  const exchange = await real.law.call(...call)
  real.history.push(exchange)
  return exchange
}

/** The model demands it. */
export function demand(real: Real, ok: boolean, expected: string, got?: string): void {
  if (ok) return
  throw real.law.of(CLAUSE).violation({
    expected,
    ...(got !== undefined && { got }),
    exchanges: real.history.slice(-SHOWN),
  })
}

/** The member at that place among those that are there now; undefined where there is none. */
export function pick<T>(items: Iterable<T>, index: number): T | undefined {
  const all = [...items]
  return all.length === 0 ? undefined : all[index % all.length]
}
