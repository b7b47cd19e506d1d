import { atOnce } from '../../judge/at-once.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { totalOf } from '../../server/store/inventory.ts'
import type { Query } from '../filters/filters.ts'
import { narrowings } from '../paging/narrowings.ts'

/** total counts what the filters keep, no more. */
export const judgeTotal = (law: Law, query: Query): Promise<void> =>
  law.settled(async () => {
    const { ids, complete, first_page } = await law.store.kept(query)
    const total = totalOf(first_page)
    if (!complete || total === ids.size) return null
    return {
      message: JSON.stringify(query),
      expected: `total ${ids.size}, the invoices on all pages`,
      got: `total ${total}`,
      exchanges: first_page,
    }
  })

/** The whole list counts what it shows, and so does the list by one filter and by two. */
export async function judgeTotals(law: Law): Promise<void> {
  await atOnce([{}, ...(await narrowings(law, 'listInvoices'))], (query) => judgeTotal(law, query))
}

export const totals = check('list.meta-arithmetic', {
  name: 'what the list counts',
  run: judgeTotals,
})
