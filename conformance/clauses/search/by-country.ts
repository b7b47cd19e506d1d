import { atOnce } from '../../judge/at-once.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isObject, member } from '../../server/client/exchange.ts'
import { sampled } from '../sampled.ts'
import { isSearchable, oddFirst } from '../search-texts.ts'
import { judgeFound } from './by-field.ts'

/** Invoices that are read for their countries, and countries that are searched for, at most. */
const MOST = 48
const MOST_COUNTRIES = 12

/** A country that both addresses show, whichever of them is searched (question search.country). */
export const byCountry = check('search.by-country', {
  name: 'search by country',
  async run(law) {
    const countries = await invoicesByCountry(law)
    if (countries.size === 0) law.notExercised('no invoice shows one country in both addresses')
    await atOnce(oddFirst([...countries], ([name]) => name).slice(0, MOST_COUNTRIES), ([country, invoices]) =>
      judgeCountry(law, country, invoices),
    )
  },
})

async function invoicesByCountry(law: Law): Promise<Map<string, InvoiceSummary[]>> {
  const { items } = await law.store.invoices()
  const countries = new Map<string, InvoiceSummary[]>()
  const shared = await atOnce(sampled(items, MOST), async (invoice) => ({
    invoice,
    country: await sharedCountry(law, invoice.slug),
  }))
  for (const { invoice, country } of shared) {
    if (country !== null) countries.set(country, [...(countries.get(country) ?? []), invoice])
  }
  return countries
}

async function sharedCountry(law: Law, slug: string): Promise<string | null> {
  const invoice = member(await law.call('readInvoice', { params: { slug } }), 'invoice')
  if (!isObject(invoice)) return null
  const { billing_address: billing, shipping_address: shipping } = invoice
  if (!isObject(billing) || !isObject(shipping) || billing['country'] !== shipping['country']) return null
  return isSearchable(billing['country']) ? billing['country'] : null
}

/** One search finds them all, guests and drafts included; where one is lacking, its country and the search are asked again. */
async function judgeCountry(law: Law, q: string, invoices: readonly InvoiceSummary[]): Promise<void> {
  const { items } = await law.walk('searchInvoices', { query: { q } })
  const lacking = invoices.find(({ id }) => !items.some((item) => item.id === id))
  if (!lacking) return law.pass()
  if ((await sharedCountry(law, lacking.slug)) === q) await judgeFound(law, lacking, q)
}
