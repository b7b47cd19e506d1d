import { instantOf } from '../../judge/watch/shape/values.ts'
import fc from 'fast-check'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Collection } from '../../server/store/inventory.ts'
import { valuesOfFilter } from './filters.ts'
import { allInvoices, difference, filtered } from './listing.ts'

type Filters = { [filter: string]: string }

/**
 * list.filter-combination: two, three and four filters keep what each of them keeps by itself, so no time zone and
 * no matching of ours comes in. The values are those of one invoice, which all of them keep.
 */
export const filterCombinations = check('list.filter-combination', {
  name: 'the list by any of its filters together',
  async run(law: Law) {
    const telling = (await allInvoices(law)).filter(isFilterable)
    if (telling.length < 2)
      law.notExercised('fewer than two invoices whose type and status can be filtered for')
    const alone = new Map<string, Promise<Collection<InvoiceSummary>>>()
    const some = fc.subarray(['invoice_type', 'financial_status', 'created_at_min', 'created_at_max'], {
      minLength: 2,
    })
    await law.property(
      fc.tuple(fc.nat(), some, fc.constantFrom(0, 0, 3, 20)),
      ([at, filters, days]) => judge(law, telling[at % telling.length]!, filters, days, alone),
      { runs: law.runs * 3 },
    )
  },
})

const isFilterable = (invoice: InvoiceSummary) =>
  valuesOfFilter('invoice_type').includes(invoice.invoice_type) &&
  valuesOfFilter('financial_status').includes(invoice.financial_status) &&
  !Number.isNaN(instantOf(invoice.created_at))

async function judge(
  law: Law,
  invoice: InvoiceSummary,
  filters: readonly string[],
  days: number,
  alone: Map<string, Promise<Collection<InvoiceSummary>>>,
): Promise<void> {
  const values = valuesOf(invoice, days)
  const query = Object.fromEntries(filters.map((filter) => [filter, values[filter]!]))
  const kept = await Promise.all(filters.map((filter) => keptBy(law, { [filter]: values[filter]! }, alone)))
  const expected = kept[0]!.items.filter(({ id }) =>
    kept.every(({ items }) => items.some((item) => item.id === id)),
  )
  let both = await filtered(law, query)
  let wrong = difference(both.items, expected)
  if (wrong) {
    // Someone else may have made an invoice meanwhile: what is known of each filter is read anew.
    alone.clear()
    const again = await Promise.all(
      filters.map((filter) => keptBy(law, { [filter]: values[filter]! }, alone)),
    )
    both = await filtered(law, query)
    wrong = difference(
      both.items,
      again[0]!.items.filter(({ id }) => again.every(({ items }) => items.some((item) => item.id === id))),
    )
  }
  law.judge(wrong === null, {
    message: JSON.stringify(query),
    expected: 'exactly the invoices that each of the filters keeps by itself',
    got: `besides: ${wrong?.extra.slice(0, 5).join(', ') || 'none'}; lacking: ${wrong?.lacking.slice(0, 5).join(', ') || 'none'}`,
    exchanges: [...kept.map(({ exchanges }) => exchanges[0]!), both.exchanges[0]!],
  })
}

/** Values of the filters that keep the invoice, in every time zone where `days` leaves room for one. */
function valuesOf({ invoice_type, financial_status, created_at }: InvoiceSummary, days: number): Filters {
  const day = (offset: number) =>
    new Date(instantOf(created_at) + offset * 86_400_000).toISOString().slice(0, 10)
  return { invoice_type, financial_status, created_at_min: day(-days), created_at_max: day(days) }
}

function keptBy(
  law: Law,
  filter: Filters,
  alone: Map<string, Promise<Collection<InvoiceSummary>>>,
): Promise<Collection<InvoiceSummary>> {
  const key = JSON.stringify(filter)
  const kept = alone.get(key) ?? filtered(law, filter)
  alone.set(key, kept)
  return kept
}
