import type { InvoiceSummary } from '../../../schemas/types.ts'
import type { Law } from '../../judge/law.ts'
import { walk, type Collection } from '../../server/store/inventory.ts'
import type { Listing } from '../paging/page.ts'

/** GET /invoices and the clauses that judge its paging. */
export const LIST: Listing = {
  operation: 'listInvoices',
  name: 'invoices',
  query: {},
  clauses: {
    defaults: 'list.defaults',
    sizes: 'list.per-page-range',
    echo: 'list.meta-echo',
    arithmetic: 'list.meta-arithmetic',
    partition: 'list.pages-partition',
    beyond: 'list.beyond-last-page',
  },
}

/** All invoices of the store; a store too large to read, or without any, cannot show what a filter does. */
export async function allInvoices(law: Law): Promise<InvoiceSummary[]> {
  const { items, complete } = await law.store.invoices()
  if (!complete) law.notExercised('the store has more invoices than are read: a smaller store would show it')
  if (items.length === 0) law.notExercised('the store has no invoice')
  return items
}

/** The invoices that a filtered list shows, all pages of it. */
export async function filtered(
  law: Law,
  query: { [parameter: string]: unknown },
  per_page = 250,
): Promise<Collection<InvoiceSummary>> {
  return walk<InvoiceSummary>(law.session.client, 'listInvoices', 'invoices', query, 'api', per_page)
}

/** What differs between the ids found and those expected, for a message; null when nothing does. */
export function difference(
  found: readonly { id: number }[],
  expected: readonly { id: number }[],
): { extra: number[]; lacking: number[] } | null {
  const foundIds = new Set(found.map(({ id }) => id))
  const expectedIds = new Set(expected.map(({ id }) => id))
  const extra = [...foundIds].filter((id) => !expectedIds.has(id))
  const lacking = [...expectedIds].filter((id) => !foundIds.has(id))
  return extra.length === 0 && lacking.length === 0 ? null : { extra, lacking }
}
