import { check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { narrowings } from './narrowings.ts'
import { expectedSize, pageOf } from './page.ts'

const CLAUSE = 'list.out-of-range'

/** Values outside the limits of §8, each by itself. */
const OUTSIDE: readonly { [parameter: string]: string }[] = [
  { page: '0' },
  { page: '-1' },
  { page: '-250' },
  { page: '-9007199254740991' },
  { page: '0', per_page: '10' },
  { page: '-1', per_page: '250' },
  { per_page: '0' },
  { per_page: '-1' },
  { per_page: '-25' },
  { per_page: '251' },
  { per_page: '252' },
  { per_page: '300' },
  { per_page: '500' },
  { per_page: '1000' },
  { per_page: '10000' },
  { per_page: '1000000' },
  { per_page: '2147483648' },
  { per_page: '0', page: '2' },
  { per_page: '251', page: '2' },
]

/** Those that are asked of every narrowed listing: what narrows it may have a code path, and limits, of its own. */
const OUTSIDE_NARROWED: typeof OUTSIDE = [
  { page: '0' },
  { page: '-1' },
  { per_page: '0' },
  { per_page: '251' },
]

/** list.out-of-range on the list, search and customers: refused, or brought into range visibly and obeyed. */
export const outOfRange = check('list.out-of-range', {
  name: 'paging out of range is refused or brought into range',
  async run(law) {
    const { items } = await law.store.invoices()
    const q = items.find(({ customer_name }) => customer_name)?.customer_name ?? 'a'
    for (const outside of OUTSIDE) {
      await judge(law, 'listInvoices', 'invoices', outside)
      await judge(law, 'listCustomers', 'customers', outside)
      await judge(law, 'searchInvoices', 'invoices', { q, ...outside })
    }
    await judgeNarrowed(law, 'listInvoices', 'invoices')
    await judgeNarrowed(law, 'listCustomers', 'customers')
    await judgeNarrowed(law, 'searchInvoices', 'invoices')
  },
})

async function judgeNarrowed(law: Law, operation: Paginated, name: string): Promise<void> {
  for (const narrowing of await narrowings(law, operation))
    for (const outside of OUTSIDE_NARROWED) await judge(law, operation, name, { ...narrowing, ...outside })
}

type Paginated = 'listInvoices' | 'listCustomers' | 'searchInvoices'

async function judge(
  law: Law,
  operation: Paginated,
  name: string,
  query: { [parameter: string]: string },
): Promise<void> {
  const exchange = await law.call(operation, { query })
  observe(law, operation, query, exchange)
  if (!isSuccess(exchange)) return law.refused(exchange, 'unprocessable')
  const { meta, ids } = pageOf(law, name, CLAUSE, exchange)
  law.judge(meta.page >= 1 && meta.per_page >= 1 && meta.per_page <= 250, {
    expected: 'the unprocessable error, or meta with page from 1 and per_page from 1 to 250',
    got: `page ${meta.page} and per_page ${meta.per_page}`,
    exchanges: exchange,
  })
  const size = expectedSize(meta.total, meta.page, meta.per_page)
  law.judge(ids.length === size, {
    expected: `the ${size} records of page ${meta.page} at ${meta.per_page} a page, as meta says`,
    got: `${ids.length}`,
    exchanges: exchange,
  })
}

function observe(
  law: Law,
  operation: string,
  query: { [parameter: string]: string },
  exchange: Exchange,
): void {
  const key = operation === 'searchInvoices' ? 'pagination.search_out_of_range' : 'pagination.out_of_range'
  if (!isSuccess(exchange)) return law.observe(key, 'rejected', exchange)
  if (query['per_page'] !== '1000' && query['per_page'] !== '0') return
  const meta = (exchange.response.json as { meta?: { per_page?: number } } | undefined)?.meta
  if (meta?.per_page === 25) law.observe(key, 'defaults', exchange)
  else law.observe(key, 'clamped', exchange)
}
