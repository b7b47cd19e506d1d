import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { invoiceIn } from '../../server/activity/new-invoices.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { sameContent, shows } from '../../server/pdf/text.ts'
import { refusalOf } from '../../server/store/hook-error.ts'
import { lacking, lacksInWords } from '../edits/lacking.ts'
import { judgeSent } from '../email/mailbox.ts'
import { sendables } from '../email/recipients.ts'
import { documentOf, tryDocument, type Document } from '../pdf/document.ts'
import { editOrder, newEdit, noteOf, type Edit } from '../pdf/edits.ts'
import { editedInvoice } from '../regenerate/edited-invoice.ts'
import { invoiceIds, started } from './invoices.ts'

/**
 * An order is edited and its invoice regenerated while a bulk action makes its document: what is read then, and when the
 * action has ended, is the edited one. Emails that are sent meanwhile come.
 */
export const editedMeanwhile = check(['regenerate.resyncs', 'regenerate.pdf', 'email.mailbox'], {
  name: 'an order edited, and an invoice sent, while a bulk action makes their documents',
  needs: ['orders', 'bulk'],
  async run(law) {
    await judgeEdited(law.of('regenerate.resyncs'))
    if (law.permits('sendInvoiceEmail') && law.platform.has('emails'))
      await judgeMail(law.of('email.mailbox'))
  },
})

async function judgeEdited(law: Law): Promise<void> {
  const own = await editedInvoice(law, false)
  if (!own) return law.missing('no order is left that a hook edits')
  const { slug, id } = own.invoice
  const edit = newEdit(law.session, 9)
  const patch = { note: noteOf(edit) }
  const others = (await invoiceIds(law)).filter((one) => one !== id)
  await law.turns.idle()
  const before = await tryDocument(law, slug)
  const action = await started(law.of('bulk.queued'), [id, ...others])
  // A platform may take notes alone.
  const refusal = await refusalOf(() => editOrder(law.session, own, edit))
  if (refusal) await law.platform.edit(own.order_id, own.draft, patch)
  const answer = await law.call('regenerateInvoice', { params: { slug } })
  // Whether it is refused for the action, regenerate.same-invoice judges.
  if (!isSuccess(answer)) return law.turns.end()
  const read = () => law.call('readInvoice', { params: { slug } })
  const sights = [answer, await read()]
  const during = await tryDocument(law, slug)
  const hasEnded = await law.turns.idle()
  for (const sight of [...sights, await read()]) judgeShows(law, patch, sight, [action, answer])
  if (hasEnded && before && during)
    await judgeStillShows(law.of('regenerate.pdf'), slug, [before, during], edit)
}

function judgeShows(law: Law, patch: { note: string }, sight: Exchange, earlier: readonly Exchange[]): void {
  const missing = lacking(patch, invoiceIn(sight))
  law.judge(missing.length === 0, {
    message: 'its order was edited, and the invoice regenerated, while a bulk action was in progress',
    expected: lacksInWords(missing, 'expected'),
    got: lacksInWords(missing, 'got'),
    exchanges: [...earlier.filter((one) => one !== sight), sight],
  })
}

/** What the action prints at its end is not what was there before the invoice was regenerated; it may be of another template. */
async function judgeStillShows(
  law: Law,
  slug: string,
  [before, during]: readonly [Document, Document],
  { title }: Edit,
): Promise<void> {
  if (!shows(during.text, title) || shows(before.text, title)) return
  const { text, exchanges } = await documentOf(law, slug)
  law.judge(!sameContent(before.text, text), {
    message:
      'its order was edited, and the invoice regenerated, while a bulk action was in progress that has ended',
    expected: `a document that shows ${title}, as it did before the end`,
    got: `the document of before the edit: ${text.slice(0, 1000)}`,
    exchanges: [...before.exchanges, ...during.exchanges, ...exchanges],
  })
}

async function judgeMail(law: Law): Promise<void> {
  const [{ slug }] = await sendables(law)
  await law.turns.idle()
  await started(law.of('bulk.queued'), await invoiceIds(law))
  await judgeSent(law, slug)
  await law.turns.end()
  law.pass()
}
