import type { ClauseId } from '../../../schemas/clauses.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import type { Check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { walk } from '../../server/store/inventory.ts'
import { pageOf } from '../paging/page.ts'
import { isSearchable, oddFirst } from './search-texts.ts'

/** Values of one field that are tried, at most. */
const MOST = 14

type SearchField = 'customer_name' | 'customer_email' | 'number' | 'order_name'

/** A search for the whole value of a field finds the invoice, whatever the matching rule (question search.match). */
function byField(field: SearchField, clause: ClauseId): Check {
  return {
    name: `search by ${field}`,
    clauses: [clause],
    async run(trial) {
      const { items } = await trial.session.inventory.invoices()
      const telling = oddFirst(
        items.filter((invoice) => isSearchable(invoice[field])),
        (invoice) => invoice[field],
      )
      if (telling.length === 0) trial.notExercised(`no invoice of the store shows a ${field}`)
      for (const invoice of telling.slice(0, MOST)) await judgeFound(trial, clause, invoice, invoice[field])
    },
  }
}

/** The search must find the invoice on one of its pages. */
export async function judgeFound(
  trial: Trial,
  clause: ClauseId,
  { id, slug, number }: Pick<InvoiceSummary, 'id' | 'slug' | 'number'>,
  q: string,
): Promise<void> {
  const found = await walk<InvoiceSummary>(trial.session.client, 'searchInvoices', 'invoices', { q })
  if (
    !found.complete &&
    !found.items.some((item) => item.id === id) &&
    isPage(trial, clause, found.exchanges[0]!)
  ) {
    return trial.missing(clause, `the search for ${JSON.stringify(q)} finds more than is read`)
  }
  trial.judge(
    clause,
    found.items.some((item) => item.slug === slug),
    {
      message: `search for ${JSON.stringify(q)}`,
      expected: `invoice ${number} (${slug}) among the results`,
      got: `${found.items.length} other invoices`,
      exchanges: found.exchanges[0]!,
    },
  )
}

const isPage = (trial: Trial, clause: ClauseId, exchange: Exchange) =>
  pageOf(trial, 'invoices', clause, exchange).ids.length > 0

export const searchByField: readonly Check[] = [
  byField('customer_name', 'search.by-customer-name'),
  byField('customer_email', 'search.by-customer-email'),
  byField('number', 'search.by-number'),
  byField('order_name', 'search.by-order-name'),
]
