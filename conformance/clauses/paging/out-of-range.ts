import { atOnce } from '../../judge/at-once.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { type Paginated, MANY } from '../../server/store/inventory.ts'
import { richestText } from '../richest-text.ts'
import { narrowings } from './narrowings.ts'
import { judgeFull, pageOf } from './page.ts'

/** Values outside the limits of §8, each by itself. */
const OUTSIDE: readonly Record<string, string>[] = [
  ...['0', '-1', '-250', '-9007199254740991'].map((page) => ({ page })),
  ...['0', '-1', '-25', '251', '252', '300', '500', '1000'].map((per_page) => ({ per_page })),
  ...['10000', '1000000', '2147483648'].map((per_page) => ({ per_page })),
  ...['0', '251'].map((per_page) => ({ per_page, page: '2' })),
  { page: '0', per_page: '10' },
  { page: '-1', per_page: '250' },
]

/** Those that are asked of every narrowed listing: what narrows it may have a code path, and limits, of its own. */
const OUTSIDE_NARROWED: typeof OUTSIDE = [
  ...['0', '-1'].map((page) => ({ page })),
  ...['0', '251'].map((per_page) => ({ per_page })),
]

/** On the list, search and customers: refused, or brought into range visibly and obeyed. */
export const outOfRange = check('list.out-of-range', {
  name: 'paging out of range is refused or brought into range',
  async run(law) {
    for (const operation of keysOf(MANY)) {
      const plain = operation === 'searchInvoices' ? { q: await richestText(law) } : {}
      const narrowed = (await narrowings(law, operation)).flatMap((narrowing) =>
        OUTSIDE_NARROWED.map((outside) => ({ ...narrowing, ...outside })),
      )
      const queries = [...OUTSIDE.map((outside) => ({ ...plain, ...outside })), ...narrowed]
      await atOnce(queries, (query) => judgeOutside(law, operation, query))
    }
  },
})

async function judgeOutside(law: Law, operation: Paginated, query: Record<string, string>): Promise<void> {
  const exchange = await law.call(operation, { query })
  if (!isSuccess(exchange)) return law.refused(exchange, 'unprocessable')
  const found = pageOf(law, operation, exchange)
  const { page, per_page } = found.meta
  law.judge(page >= 1 && per_page >= 1 && per_page <= 250, {
    expected: 'the unprocessable error, or meta with page from 1 and per_page from 1 to 250',
    got: `page ${page} and per_page ${per_page}`,
    exchanges: exchange,
  })
  judgeFull(law, found, found.meta)
}
