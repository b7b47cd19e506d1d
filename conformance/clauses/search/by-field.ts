import { atOnce } from '../../judge/at-once.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { keysOf } from '../../../schemas/tables.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { page, pageOf, underOne, type Page } from '../paging/page.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import { isSearchable, oddFirst } from '../search-texts.ts'

/** Values of one field that are tried, at most. */
const MOST = 14

/** The fields that are searched, and the clause of each. */
const FIELDS = {
  customer_name: 'search.by-customer-name',
  customer_email: 'search.by-customer-email',
  number: 'search.by-number',
  order_name: 'search.by-order-name',
} as const satisfies Partial<Record<keyof InvoiceSummary, ClauseId>>

type Field = keyof typeof FIELDS

/** A search for the whole value of a field finds the invoice, whatever the matching rule (question search.match). */
const byField = (field: Field): Check =>
  check(FIELDS[field], {
    name: `search by ${field}`,
    async run(law) {
      const { items } = await law.store.invoices()
      const telling = items.filter((invoice) => isSearchable(invoice[field]))
      if (telling.length === 0) law.notExercised(`no invoice of the store shows a ${field}`)
      await atOnce(oddFirst(telling, (one) => one[field]).slice(0, MOST), (invoice) =>
        judgeFound(law, invoice, invoice[field], () => isStill(law, invoice, field)),
      )
    },
  })

/** Somebody else may have changed it since it was listed. */
async function isStill(law: Law, invoice: InvoiceSummary, field: Field): Promise<boolean> {
  const { items } = await law.walk('listInvoices')
  const listed = items.find(({ slug }) => slug === invoice.slug)
  return !listed || listed[field] === invoice[field]
}

/** The search must find the invoice on one of its pages, if it still shows the text. */
export async function judgeFound(
  law: Law,
  { slug, number }: Pick<InvoiceSummary, 'slug' | 'number'>,
  q: string,
  isStillShown: () => Promise<boolean> = async () => true,
): Promise<void> {
  const { items, complete, exchanges } = await law.walk('searchInvoices', { query: { q } })
  const isFound = items.some((item) => item.slug === slug)
  if (!isFound && !complete && pageOf(law, 'searchInvoices', exchanges[0]).ids.length > 0)
    return law.missing(`the search for ${JSON.stringify(q)} finds more than is read`)
  if (!isFound && !(await isStillShown())) return
  law.judge(isFound, {
    message: `search for ${JSON.stringify(q)}`,
    expected: `invoice ${number} (${slug}) among the results`,
    got: `${items.length} other invoices`,
    exchanges: exchanges[0],
  })
  if (complete) await judgeCounted(law.of('search.pagination'), q, exchanges[0])
}

/** Where all that is found stands on the first page, the total is how many these are; when it is asked for again, too, lest one came meanwhile. */
async function judgeCounted(law: Law, q: string, first: Exchange): Promise<void> {
  const found = pageOf(law, 'searchInvoices', first)
  if (isCounted(found)) return
  const { per_page } = found.meta
  await law.settled(async () => {
    const again = await page(law, underOne(law, 'searchInvoices', { q }), { page: 1, per_page })
    if (isCounted(again)) return null
    return {
      message: `search for ${JSON.stringify(q)}`,
      expected: `a total of ${again.ids.length}, which are on the one page`,
      got: `a total of ${again.meta.total}`,
      exchanges: [again.exchange],
    }
  })
}

export const isCounted = ({ ids, meta }: Page): boolean =>
  ids.length >= meta.per_page || meta.total === ids.length

export const searchByField: readonly Check[] = keysOf(FIELDS).map(byField)
