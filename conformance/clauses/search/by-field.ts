import type { ClauseId } from '../../../schemas/clauses.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { walk } from '../../server/store/inventory.ts'
import { pageOf } from '../paging/page.ts'
import { isSearchable, oddFirst } from './search-texts.ts'

/** Values of one field that are tried, at most. */
const MOST = 14

type SearchField = 'customer_name' | 'customer_email' | 'number' | 'order_name'

/** A search for the whole value of a field finds the invoice, whatever the matching rule (question search.match). */
function byField(field: SearchField, clause: ClauseId): Check {
  return check(clause, {
    name: `search by ${field}`,
    async run(law) {
      const { items } = await law.store.invoices()
      const telling = oddFirst(
        items.filter((invoice) => isSearchable(invoice[field])),
        (invoice) => invoice[field],
      )
      if (telling.length === 0) law.notExercised(`no invoice of the store shows a ${field}`)
      for (const invoice of telling.slice(0, MOST)) await judgeFound(law, clause, invoice, invoice[field])
    },
  })
}

/** The search must find the invoice on one of its pages. */
export async function judgeFound(
  law: Law,
  clause: ClauseId,
  { id, slug, number }: Pick<InvoiceSummary, 'id' | 'slug' | 'number'>,
  q: string,
): Promise<void> {
  const found = await walk<InvoiceSummary>(law.session.client, 'searchInvoices', 'invoices', { q })
  if (
    !found.complete &&
    !found.items.some((item) => item.id === id) &&
    isPage(law, clause, found.exchanges[0]!)
  ) {
    return law.of(clause).missing(`the search for ${JSON.stringify(q)} finds more than is read`)
  }
  law.of(clause).judge(
    found.items.some((item) => item.slug === slug),
    {
      message: `search for ${JSON.stringify(q)}`,
      expected: `invoice ${number} (${slug}) among the results`,
      got: `${found.items.length} other invoices`,
      exchanges: found.exchanges[0]!,
    },
  )
}

const isPage = (law: Law, clause: ClauseId, exchange: Exchange) =>
  pageOf(law, 'invoices', clause, exchange).ids.length > 0

export const searchByField: readonly Check[] = [
  byField('customer_name', 'search.by-customer-name'),
  byField('customer_email', 'search.by-customer-email'),
  byField('number', 'search.by-number'),
  byField('order_name', 'search.by-order-name'),
]
