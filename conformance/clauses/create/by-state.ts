import { atOnce } from '../../judge/at-once.ts'
import type { Law } from '../../judge/law.ts'
import type { Observer } from '../../judge/observer.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import { records, totalOf } from '../../server/store/inventory.ts'
import { valuesOf } from '../filters/filters.ts'
import { WHOLE } from '../paging/page.ts'
import type { Shown } from '../same-invoice.ts'

/** The first page of the list by each payment state. */
export type ByState = ReadonlyMap<string, Exchange>

/** Looks at the list by each payment state: just before creations, so that what is kept of it is that of before, and just after. */
export async function lookByState(observer: Observer): Promise<ByState> {
  const states = await atOnce(valuesOf('financial_status'), async (state) => {
    const query = { financial_status: state, per_page: WHOLE }
    return [state, await observer.call('listInvoices', { query })] as const
  })
  return new Map(states)
}

/** Whichever state a new invoice has, the list by it has the invoice. */
export function judgeByState(law: Law, { invoice, exchange }: Shown, after: ByState): void {
  const { financial_status, slug, number } = invoice
  const list = after.get(financial_status)
  if (!list) return
  const listed = records<{ slug: unknown }>(list, 'invoices')
  if ((totalOf(list) ?? 0) > WHOLE) return law.missing(`more than ${WHOLE} invoices are ${financial_status}`)
  law.judge(
    listed.some((item) => item.slug === slug),
    {
      message: `the list by financial_status ${financial_status}, just after the creation`,
      expected: `invoice ${number} (${slug}) in it`,
      got: 'not listed',
      exchanges: [exchange, list],
    },
  )
}
