import { check } from '../../judge/check.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { shows } from '../../server/pdf/text.ts'
import { spareInvoice } from '../spare-invoice.ts'
import { documentOf } from './document.ts'
import { editOrder, newEdit } from './edits.ts'

/** regenerate.pdf: a document that was asked for while its invoice is regenerated must not be left in the new one's place. */
export const askedMeanwhile = check('regenerate.pdf', {
  name: 'the first document, asked for while its invoice is regenerated',
  needs: ['orders', 'edit_order', 'pdf'],
  async run(law) {
    const made = await spareInvoice(law, { editable: true, options: { generate_pdf: false } })
    if (!made) return law.missing('an order more that a hook edits would show it')
    const { slug } = made.invoice
    const edit = newEdit(law.session, 12)
    await editOrder(law.session, made, edit)
    const [asked, regenerated] = await Promise.all([
      law.call('readInvoicePdf', { params: { slug } }),
      law.call('regenerateInvoice', { params: { slug } }),
    ])
    if (!isSuccess(regenerated))
      return law.missing('the server regenerates nothing while a document is asked for')
    const now = await documentOf(law, slug)
    law.success(await law.call('regenerateInvoice', { params: { slug } }))
    const after = await documentOf(law, slug)
    const words = [edit.title, edit.name, edit.note, edit.address, edit.destination]
    const lacking = words.find((word) => shows(after.text, word) && !shows(now.text, word))
    law.judge(lacking === undefined, {
      message: 'a document was asked for while the invoice was regenerated after an edit of its order',
      expected: `a document that shows ${lacking}, as it does once the invoice is regenerated again`,
      got: now.text.slice(0, 1000),
      exchanges: [asked, regenerated, ...now.exchanges, ...after.exchanges],
    })
  },
})
