import type { Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import type { Creation } from '../../server/store/new-invoices.ts'
import { editedInvoice } from '../regenerate/edited-invoice.ts'
import { sendable } from './recipients.ts'

/** Takes over what its order says now. */
export const regenerate = (trial: Trial, { invoice: { slug } }: Creation): Promise<Exchange> =>
  trial.call('regenerateInvoice', { params: { slug } })

/** Invoices whose order a hook edits and whose customer has an email. */
export async function editedInvoices(trial: Trial): Promise<Creation[]> {
  const { session } = trial
  const found = [await editedInvoice(session, false), await editedInvoice(session, true)]
  const creations = found.filter((one) => one !== null)
  const addressed = await Promise.all(creations.map(({ invoice }) => sendable(trial, invoice.slug)))
  return creations.filter((_, index) => addressed[index])
}
