import type { Law } from '../judge/law.ts'
import { perRun } from '../server/per-run.ts'
import { totalOf } from '../server/store/inventory.ts'
import { mostFrequent } from './search-texts.ts'

/** Texts that may well have many results, whatever the store. */
const COMMON = ['a', 'e', '1', '@', 'example', '#', 'INV']

const found = perRun<'richest', Promise<string>>()

/** The text whose search has as many results as any: for whole values, parts of them, single letters. */
export const richestText = (law: Law): Promise<string> => found(law.session, 'richest', () => richest(law))

async function richest(law: Law): Promise<string> {
  const values = await searchedValues(law)
  if (values.length === 0) law.notExercised('the store has no invoice to search for')
  let best = { q: 'a', total: -1 }
  for (const q of new Set([...mostFrequent(values).slice(0, 4), ...COMMON])) {
    const total = totalOf(await law.call('searchInvoices', { query: { q } })) ?? -1
    if (total > best.total) best = { q, total }
  }
  return best.q
}

/** What invoices are found by. */
export async function searchedValues(law: Law): Promise<string[]> {
  const { items } = await law.store.invoices()
  return items.flatMap(({ customer_name, customer_email, number }) => [customer_name, customer_email, number])
}
