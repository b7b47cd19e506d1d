import fc from 'fast-check'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { schema } from '../../../schemas/schema-files.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { allInvoices, difference, filtered } from './listing.ts'

type EnumFilter = 'invoice_type' | 'financial_status'

/** The values of a filter, from the query's schema. */
export function valuesOfFilter(filter: EnumFilter): string[] {
  const properties = schema('queries/list-invoices')['properties'] as { [name: string]: { enum: string[] } }
  return properties[filter]!.enum
}

/** One filter by itself: for each of its values exactly the invoices of that value, on all pages. */
function oneFilter(filter: EnumFilter, clause: ClauseId): Check {
  return check(clause, {
    name: `the list by ${filter}`,
    async run(law) {
      const all = await allInvoices(law)
      const unseen: string[] = []
      for (const value of valuesOfFilter(filter)) {
        await judgeFilter(law, clause, { [filter]: value })
        const matching = all.filter((invoice) => invoice[filter] === value).length
        // Several pages: a filter may be forgotten behind the first one.
        if (matching > 1) await judgeFilter(law, clause, { [filter]: value }, Math.ceil(matching / 3))
        if (!all.some((invoice) => invoice[filter] === value)) unseen.push(value)
      }
      if (unseen.length > 0)
        return law.of(clause).missing(`no invoice of the store has ${filter} ${unseen.join(', ')}`)
      if (all.every((invoice) => invoice[filter] === all[0]![filter]))
        return law.of(clause).missing(`all invoices have one ${filter}`)
      law.of(clause).pass()
    },
  })
}

/** The filters hold together: exactly the invoices for which each of them holds. */
async function judgeFilter(
  law: Law,
  clause: ClauseId,
  query: { [filter in EnumFilter]?: string },
  per_page = 250,
): Promise<void> {
  const wrong = await deviation(law, query, per_page)
  if (wrong === null) return
  // Someone else may have changed the store meanwhile: what deviates twice deviates.
  law.store.forget('createInvoice')
  const again = await deviation(law, query, per_page)
  if (again === null) return
  throw law.of(clause).violation({
    expected: `exactly the invoices with ${words(query)}`,
    got: [
      again.extra.length > 0 && `invoices ${again.extra.slice(0, 5).join(', ')} besides`,
      again.lacking.length > 0 && `invoices ${again.lacking.slice(0, 5).join(', ')} lacking`,
      again.total !== null && `meta.total ${again.total}`,
    ]
      .filter(Boolean)
      .join('; '),
    exchanges: again.exchanges.slice(0, 3),
  })
}

async function deviation(law: Law, query: { [filter in EnumFilter]?: string }, per_page: number) {
  const all = await allInvoices(law)
  const { items, exchanges } = await filtered(law, query, per_page)
  const expected = all.filter((invoice) => holds(invoice, query))
  const total = (exchanges[0]!.response.json as { meta?: { total?: number } } | undefined)?.meta?.total
  const wrong = difference(items, expected)
  if (wrong === null && total === expected.length) return null
  return {
    ...(wrong ?? { extra: [], lacking: [] }),
    total: total === expected.length ? null : total,
    exchanges,
  }
}

const holds = (invoice: InvoiceSummary, query: { [filter in EnumFilter]?: string }) =>
  Object.entries(query).every(([filter, value]) => invoice[filter as EnumFilter] === value)
const words = (query: object) =>
  Object.entries(query)
    .map(([filter, value]) => `${filter} ${value}`)
    .join(' and ')

/** list.filter-combination: every pair of type and status, at page sizes that need several pages too. */
const combination = check('list.filter-combination', {
  name: 'the list by type and status together',
  async run(law) {
    const clause = 'list.filter-combination'
    const all = await allInvoices(law)
    const pairs = valuesOfFilter('invoice_type').flatMap((invoice_type) =>
      valuesOfFilter('financial_status').map((financial_status) => ({ invoice_type, financial_status })),
    )
    for (const pair of pairs) await judgeFilter(law, clause, pair)
    const telling = pairs.filter((pair) => isTelling(all, pair))
    if (telling.length === 0) {
      return law.of(clause).missing('no invoice shares type and status while others share one of them alone')
    }
    await law.property(
      fc.tuple(fc.constantFrom(...telling), fc.integer({ min: 1, max: 30 })),
      async ([pair, per_page]) => {
        await judgeFilter(law, clause, pair, Math.max(per_page, Math.ceil(all.length / 10)))
        law.of(clause).pass()
      },
    )
  },
})

/** Whether the pair keeps some invoices, and each filter alone would keep others. */
function isTelling(all: readonly InvoiceSummary[], pair: { [filter in EnumFilter]: string }): boolean {
  const both = all.filter((invoice) => holds(invoice, pair)).length
  const alone = (Object.keys(pair) as EnumFilter[]).map(
    (filter) => all.filter((invoice) => invoice[filter] === pair[filter]).length,
  )
  return both > 0 && alone.every((count) => count > both)
}

export const listFilters: readonly Check[] = [
  oneFilter('invoice_type', 'list.filter-invoice-type'),
  oneFilter('financial_status', 'list.filter-financial-status'),
  combination,
]
