import type { Check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
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
export const outOfRange: Check = {
  name: 'paging out of range is refused or brought into range',
  clauses: [CLAUSE],
  async run(trial) {
    const { items } = await trial.session.inventory.invoices()
    const q = items.find(({ customer_name }) => customer_name)?.customer_name ?? 'a'
    for (const outside of OUTSIDE) {
      await judge(trial, 'listInvoices', 'invoices', outside)
      await judge(trial, 'listCustomers', 'customers', outside)
      await judge(trial, 'searchInvoices', 'invoices', { q, ...outside })
    }
    await judgeNarrowed(trial, 'listInvoices', 'invoices')
    await judgeNarrowed(trial, 'listCustomers', 'customers')
    await judgeNarrowed(trial, 'searchInvoices', 'invoices')
  },
}

async function judgeNarrowed(trial: Trial, operation: Paginated, name: string): Promise<void> {
  for (const narrowing of await narrowings(trial, operation))
    for (const outside of OUTSIDE_NARROWED) await judge(trial, operation, name, { ...narrowing, ...outside })
}

type Paginated = 'listInvoices' | 'listCustomers' | 'searchInvoices'

async function judge(
  trial: Trial,
  operation: Paginated,
  name: string,
  query: { [parameter: string]: string },
): Promise<void> {
  const exchange = await trial.call(operation, { query })
  observe(trial, operation, query, exchange)
  if (!isSuccess(exchange)) return trial.refused(CLAUSE, exchange, 'unprocessable')
  const { meta, ids } = pageOf(trial, name, CLAUSE, exchange)
  trial.judge(CLAUSE, meta.page >= 1 && meta.per_page >= 1 && meta.per_page <= 250, {
    expected: 'the unprocessable error, or meta with page from 1 and per_page from 1 to 250',
    got: `page ${meta.page} and per_page ${meta.per_page}`,
    exchanges: exchange,
  })
  const size = expectedSize(meta.total, meta.page, meta.per_page)
  trial.judge(CLAUSE, ids.length === size, {
    expected: `the ${size} records of page ${meta.page} at ${meta.per_page} a page, as meta says`,
    got: `${ids.length}`,
    exchanges: exchange,
  })
}

function observe(
  trial: Trial,
  operation: string,
  query: { [parameter: string]: string },
  exchange: Exchange,
): void {
  const key = operation === 'searchInvoices' ? 'pagination.search_out_of_range' : 'pagination.out_of_range'
  if (!isSuccess(exchange)) return trial.session.observations.observe(key, 'rejected', exchange)
  if (query['per_page'] !== '1000' && query['per_page'] !== '0') return
  const meta = (exchange.response.json as { meta?: { per_page?: number } } | undefined)?.meta
  if (meta?.per_page === 25) trial.session.observations.observe(key, 'defaults', exchange)
  else trial.session.observations.observe(key, 'clamped', exchange)
}
