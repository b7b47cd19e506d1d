import type { TargetFile } from '../../../schemas/types.ts'
import { isObject, type ReceivedResponse } from '../../server/client/exchange.ts'

/** What of the first twin requests can be made of. */
export interface Known {
  slugs: string[]
  invoices: number[]
  templates: number[]
  customers: number[]
  orders: readonly number[]
  drafts: readonly number[]
  /** Texts that searches may find. */
  texts: string[]
}

export const nothingKnown = ({ order_ids = [], draft_order_ids = [] }: TargetFile): Known => ({
  slugs: [],
  invoices: [],
  templates: [],
  customers: [],
  orders: order_ids,
  drafts: draft_order_ids,
  texts: [],
})

const TEXTS = ['customer_name', 'customer_email', 'number', 'order_name', 'email', 'last_name', 'tax_number']

/** Learns what an answer shows; what was deleted stays known, to be asked for again. */
export function noteIn(known: Known, { json }: ReceivedResponse): void {
  if (!isObject(json)) return
  const records = (name: string) => [json[name], json[`${name}s`]].flat().filter(isObject)
  for (const { slug, id } of records('invoice')) {
    if (typeof slug === 'string') add(known.slugs, slug)
    if (typeof id === 'number') add(known.invoices, id)
  }
  for (const name of ['template', 'customer'] as const)
    for (const { id } of records(name)) if (typeof id === 'number') add(known[`${name}s`], id)
  for (const record of [...records('invoice'), ...records('customer')])
    for (const field of TEXTS) {
      const text = record[field]
      if (typeof text === 'string' && text !== '') add(known.texts, text)
    }
}

function add<T>(pool: T[], item: T): void {
  if (!pool.includes(item)) pool.push(item)
}
