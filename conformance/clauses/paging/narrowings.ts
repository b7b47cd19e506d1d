import type { InvoiceSummary } from '../../../schemas/types.ts'
import type { Law } from '../../judge/law.ts'
import type { Paginated } from '../../server/store/inventory.ts'
import { isKept, valuePairs } from '../filters/filters.ts'
import { isSearchable, unheardWord } from '../search-texts.ts'

type Narrowing = Record<string, string>

/** Days before the first invoice of any store and, for a while yet, after the last one. */
const LONG_AGO = '1990-01-01'
const FAR_OFF = '2037-12-31'

/** Ways to narrow a paginated listing to some of its records and to none: the rules of paging hold there too. */
export function narrowings(law: Law, operation: Paginated): Promise<Narrowing[]> {
  return NARROWINGS[operation](law)
}

const NARROWINGS: Record<Paginated, (law: Law) => Promise<Narrowing[]>> = {
  async listInvoices(law) {
    return filters((await law.store.invoices()).items)
  },
  async searchInvoices(law) {
    const { items } = await law.store.invoices()
    return textsOf(law, [items[0]?.customer_name, items.at(-1)?.number]).map((q) => ({ q }))
  },
  async listCustomers(law) {
    const { items } = await law.store.customers()
    return textsOf(law, [items[0]?.email, items.at(-1)?.last_name]).map((search) => ({ search }))
  },
}

/** One filter and two together, each to some invoices (where the store has such) and to none. */
function filters(items: readonly InvoiceSummary[]): Narrowing[] {
  const pairs = valuePairs()
  const some = pairs.find((pair) => items.some((item) => isKept(item, pair))) ?? pairs[0] ?? {}
  const none = pairs.find((pair) => !items.some((item) => isKept(item, pair)))
  const one = Object.fromEntries(Object.entries(some).slice(-1))
  return [
    one,
    some,
    none ?? { ...some, created_at_max: LONG_AGO },
    { created_at_max: LONG_AGO },
    { created_at_min: FAR_OFF },
  ]
}

const textsOf = (law: Law, texts: readonly unknown[]): string[] => [
  ...texts.filter(isSearchable),
  unheardWord(law.seedOf('narrowed to nothing')),
]
