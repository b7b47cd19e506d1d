import type { InvoiceSummary } from '../../../schemas/types.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import type { Law } from '../../judge/law.ts'
import { valuesOfFilter } from '../list/filters.ts'
import { isSearchable, unheardWord } from '../search/search-texts.ts'

type Narrowing = { [parameter: string]: string }

/** Days before the first invoice of any store and, for a while yet, after the last one. */
const LONG_AGO = '1990-01-01'
const FAR_OFF = '2037-12-31'

/** Ways to narrow a paginated listing to some of its records and to none: the rules of paging hold there too. */
export async function narrowings(law: Law, operation: OperationId): Promise<Narrowing[]> {
  return (await NARROWINGS[operation]?.(law)) ?? []
}

const NARROWINGS: { [operation in OperationId]?: (law: Law) => Promise<Narrowing[]> } = {
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
  const pairs = valuesOfFilter('invoice_type').flatMap((invoice_type) =>
    valuesOfFilter('financial_status').map((financial_status) => ({ invoice_type, financial_status })),
  )
  const isShown = (pair: (typeof pairs)[number]) =>
    items.some(
      (one) => one.invoice_type === pair.invoice_type && one.financial_status === pair.financial_status,
    )
  const some = pairs.find(isShown) ?? pairs[0]!
  const none = pairs.find((pair) => !isShown(pair)) ?? { ...some, created_at_max: LONG_AGO }
  const { financial_status } = some
  return [{ financial_status }, some, none, { created_at_max: LONG_AGO }, { created_at_min: FAR_OFF }]
}

const textsOf = (law: Law, texts: readonly unknown[]): string[] => [
  ...texts.filter(isSearchable),
  unheardWord(law.seedOf('narrowed to nothing')),
]
