import { keysOf } from '../../../schemas/tables.ts'
import { check } from '../../judge/check.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Paginated } from '../../server/store/inventory.ts'
import type { Law } from '../../judge/law.ts'
import { MANY } from '../../server/store/inventory.ts'
import { richestText } from '../richest-text.ts'
import { narrowings } from './narrowings.ts'
import { judgeFull, pageOf } from './page.ts'

/** Values outside the limits of §8, each by itself. */
const OUTSIDE: readonly Record<string, string>[] = [
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

/** On the list, search and customers: refused, or brought into range visibly and obeyed. */
export const outOfRange = check('list.out-of-range', {
  name: 'paging out of range is refused or brought into range',
  async run(law) {
    for (const operation of keysOf(MANY)) {
      const plain = operation === 'searchInvoices' ? { q: await richestText(law) } : {}
      for (const outside of OUTSIDE) await judgeOutside(law, operation, { ...plain, ...outside })
      for (const narrowing of await narrowings(law, operation))
        for (const outside of OUTSIDE_NARROWED)
          await judgeOutside(law, operation, { ...narrowing, ...outside })
    }
  },
})

async function judgeOutside(law: Law, operation: Paginated, query: Record<string, string>): Promise<void> {
  const exchange = await law.call(operation, { query })
  observe(law, operation, query, exchange)
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

function observe(
  law: Law,
  operation: Paginated,
  { per_page }: Record<string, string>,
  exchange: Exchange,
): void {
  const key = operation === 'searchInvoices' ? 'pagination.search_out_of_range' : 'pagination.out_of_range'
  if (!isSuccess(exchange)) return law.observe(key, 'rejected', exchange)
  if (per_page !== '1000' && per_page !== '0') return
  const meta = member(exchange, 'meta')
  const isDefault = isObject(meta) && meta['per_page'] === 25
  law.observe(key, isDefault ? 'defaults' : 'clamped', exchange)
}
