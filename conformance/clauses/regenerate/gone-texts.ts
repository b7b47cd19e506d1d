import type { InvoiceDetail } from '../../../schemas/types.ts'
import type { Law } from '../../judge/law.ts'
import { isObject } from '../../server/client/exchange.ts'
import type { Shown } from '../same-invoice.ts'
import { judgeUnfound } from '../unfound.ts'
import { folded, isSearchable } from '../search-texts.ts'

export const emailOf = ({ customer }: InvoiceDetail): string | null =>
  isObject(customer) && isSearchable(customer['email']) ? customer['email'] : null

/** Words that found the invoice, and of which nothing that it shows now has anything left. */
export function goneTexts(before: InvoiceDetail, now: InvoiceDetail): string[] {
  const left = folded(JSON.stringify(now))
  const { order_name, customer, billing_address, shipping_address } = before
  const texts = [
    emailOf(before),
    order_name,
    ...[customer, billing_address, shipping_address].flatMap((part: unknown, at) => {
      if (!isObject(part)) return []
      if (at > 0) return [part['country']]
      const { first_name, last_name } = part
      return [first_name, [first_name, last_name].filter(isSearchable).join(' ')]
    }),
  ]
  return [...new Set(texts.filter(isSearchable))].filter(
    (text) =>
      text.length > 3 &&
      !folded(text)
        .split(/\s+/)
        .some((word) => left.includes(word)),
  )
}

/** A text that the invoice showed before finds it no longer. */
export const judgeGone = (law: Law, { invoice, exchange }: Shown, q: string): Promise<void> =>
  judgeUnfound(law, q, {
    record: invoice,
    search: (text) => law.walk('searchInvoices', { query: { q: text } }),
    is: ({ slug }) => slug === invoice.slug,
    told: {
      message: `search for ${JSON.stringify(q)}, which the invoice said before the edit`,
      expected: 'the invoice not among the results',
      before: exchange,
    },
  })
