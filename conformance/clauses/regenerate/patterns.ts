import type { InvoiceDetail } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { judgeUnfound } from '../unfound.ts'
import { editedInvoice } from './edited-invoice.ts'
import { asPatterns, unheardWord, WILDCARDS } from '../search-texts.ts'
import { judgeFound } from '../search/by-field.ts'

/** An invoice of ours whose customer is called so, by an edit of its order. */
async function named(law: Law, customer: { first_name: string; last_name: string; email: string }) {
  const creation = (await editedInvoice(law, false)) ?? (await editedInvoice(law, true))
  if (!creation) return law.notExercised('no order is left that a hook edits')
  const { order_id, draft, invoice } = creation
  await law.platform.edit(order_id, draft, { customer })
  const again = await law.call('regenerateInvoice', { params: { slug: invoice.slug } })
  if (!isSuccess(again)) law.notExercised('the invoice of an edited order is not regenerated')
  return invoice
}

/** No search for this text, which the invoice does not say, finds it. */
const judgeNotFound = (law: Law, { slug, number }: InvoiceDetail, q: string, record: object) =>
  judgeUnfound(law, q, {
    record,
    search: (text) => law.walk('searchInvoices', { query: { q: text } }),
    is: (item) => item.slug === slug,
    told: {
      message: `no field of invoice ${number} holds ${JSON.stringify(q)}`,
      expected: `no invoice ${slug} among the results`,
    },
  })

/** Texts that find the invoice where they are read as patterns; and a name with such signs, by which it is found. */
export const patterns = check(['search.no-match', 'search.by-customer-name'], {
  name: 'invoices by what is no pattern',
  needs: ['edit_order', 'writes'],
  async run(law) {
    const word = (field: string) => unheardWord(law.seedOf(`pattern ${field}`))
    const [first_name, last_name] = [word('first'), word('last')]
    const email = `${word('email')}@example.com`
    const invoice = await named(law, { first_name, last_name, email })
    for (const q of [first_name, email].flatMap(asPatterns))
      await judgeNotFound(law, invoice, q, { first_name, last_name, email })
    const odd = `${word('odd')} ${WILDCARDS.join('x')}`
    await named(law, { first_name, last_name: odd, email })
    const { items } = await law.walk('listInvoices')
    const name: unknown = items.find(({ slug }) => slug === invoice.slug)?.customer_name
    if (typeof name === 'string' && name.includes(odd))
      await judgeFound(law.of('search.by-customer-name'), invoice, name)
  },
})
