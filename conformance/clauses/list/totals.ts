import type { InvoiceSummary } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import { isObject, member } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import type { Collection } from '../../server/store/inventory.ts'
import { narrowings } from '../paging/narrowings.ts'
import { filtered } from './listing.ts'

const CLAUSE = 'list.meta-arithmetic'

/** list.meta-arithmetic: total counts what the filters keep, no more; asked twice where they differ. */
export async function counted(
  law: Law,
  query: { [parameter: string]: string },
): Promise<Collection<InvoiceSummary>> {
  const first = await filtered(law, query)
  const found = totalOf(first) === first.items.length ? first : await filtered(law, query)
  law.of(CLAUSE).judge(!found.complete || totalOf(found) === found.items.length, {
    message: JSON.stringify(query),
    expected: `total ${found.items.length}, the invoices on all pages`,
    got: `total ${String(totalOf(found))}`,
    exchanges: found.exchanges[0]!,
  })
  return found
}

const totalOf = ({ exchanges }: Collection<InvoiceSummary>): unknown => {
  const meta = member(exchanges[0]!, 'meta')
  return isObject(meta) ? meta['total'] : undefined
}

/** The whole list counts what it shows, and so does the list by one filter and by two. */
export async function judgeTotals(law: Law): Promise<void> {
  for (const query of [{}, ...(await narrowings(law, 'listInvoices'))]) await counted(law, query)
}

export const totals = check('list.meta-arithmetic', {
  name: 'what the list counts',
  run: judgeTotals,
})
