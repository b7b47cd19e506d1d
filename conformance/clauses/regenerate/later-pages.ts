import type { InvoiceSummary } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Creation } from '../../server/activity/new-invoices.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { records } from '../../server/store/inventory.ts'
import { unheardWord } from '../search-texts.ts'
import { editedInvoice } from './edited-invoice.ts'

/** Two invoices of one email address, a page each: the one on the second page is given another. */
export const laterPages = check('regenerate.resyncs', {
  name: 'regenerating what stands on the second page of a search',
  needs: ['edit_order', 'writes'],
  async run(law) {
    const pair = [await editedInvoice(law, false), await editedInvoice(law, true)]
    const [address, other] = ['pair', 'alone'].map((word) => `${unheardWord(law.seedOf(word))}@example.com`)
    for (const creation of pair) {
      if (!creation) return law.notExercised('no order and draft order are left that hooks edit')
      await addressed(law, creation, address)
    }
    const shown = await secondPage(law, address)
    const creation = pair.find((one) => shown.items.some(({ slug }) => slug === one?.invoice.slug))
    if (!creation) return law.notExercised('a search finds no two invoices by their common email address')
    const exchange = await addressed(law, creation, other)
    const now = await secondPage(law, address)
    law.judge(!now.items.some(({ slug }) => slug === creation.invoice.slug), {
      message: `the second page of a search for ${address}, which the invoice showed before the edit`,
      expected: `no invoice ${creation.invoice.number}, which is of ${other} now`,
      got: 'it is shown there',
      exchanges: [shown.exchange, exchange, now.exchange],
    })
  },
})

/** The invoice regenerated after its customer has got this address. */
async function addressed(law: Law, { order_id, draft, invoice }: Creation, email: string | undefined) {
  await law.platform.edit(order_id, draft, { customer: { email } })
  const exchange = await law.call('regenerateInvoice', { params: { slug: invoice.slug } })
  if (!isSuccess(exchange)) law.notExercised('the invoice of an edited order is not regenerated')
  return exchange
}

async function secondPage(law: Law, q: string | undefined) {
  const exchange = await law.call('searchInvoices', { query: { q, page: 2, per_page: 1 } })
  return { items: records<InvoiceSummary>(exchange, 'invoices'), exchange }
}
