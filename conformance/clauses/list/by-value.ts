import { atOnce } from '../../judge/at-once.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { VALUE_FILTERS, valuesOf, type ValueFilter } from '../filters/filters.ts'
import { allInvoices, deviation } from './listing.ts'

/** For each of its values a filter keeps exactly the invoices of that value, on all pages. */
const byValue = (filter: ValueFilter): Check =>
  check(VALUE_FILTERS[filter], {
    name: `the list by ${filter}`,
    async run(law) {
      const unseen: string[] = []
      const values = valuesOf(filter)
      if (values.length === 0) law.notExercised(`no value of ${filter} is known`)
      await atOnce(values, async (value) => {
        if ((await judgeValue(law, filter, value)) === 0) unseen.push(value)
      })
      if (unseen.length === 0) law.pass()
      else law.missing(`no invoice of the store has ${filter} ${unseen.join(', ')}`)
    },
  })

/** Judges the list by a value, whole and in pages. Tells how many invoices it should keep. */
export async function judgeValue(law: Law, filter: ValueFilter, value: string): Promise<number> {
  const fitting = async () =>
    (await allInvoices(law)).flatMap((invoice) => (invoice[filter] === value ? invoice.id : []))
  const { length } = await fitting()
  for (const pages of length > 1 ? [1, 3] : [1])
    await law.settled(async () => {
      const expected = await fitting()
      return (await deviation(law, { query: { [filter]: value }, expected, pages })) ?? 'unseen'
    })
  return length
}

export const listByValue: readonly Check[] = keysOf(VALUE_FILTERS).map(byValue)
