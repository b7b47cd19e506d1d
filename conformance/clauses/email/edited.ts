import type { Law } from '../../judge/law.ts'
import type { Creation } from '../../server/activity/new-invoices.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import { editedInvoice } from '../regenerate/edited-invoice.ts'
import { sendable } from './recipients.ts'

/** Takes over what its order says now. */
export const regenerate = (law: Law, { invoice: { slug } }: Creation): Promise<Exchange> =>
  law.call('regenerateInvoice', { params: { slug } })

/** Invoices whose order a hook edits and whose customer has an email. */
export async function editedInvoices(law: Law): Promise<Creation[]> {
  const found = [await editedInvoice(law, false), await editedInvoice(law, true)]
  const creations = found.filter((one) => one !== null)
  const addressed = await Promise.all(creations.map(({ invoice }) => sendable(law, invoice.slug)))
  return creations.filter((_, index) => addressed[index])
}
