import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { invoiceIn } from '../../server/activity/new-invoices.ts'
import { judgeArrived, send, settledEmails } from '../email/mailbox.ts'
import { tryDocument } from '../pdf/document.ts'
import { EMAILS, INVOICES, OWN_TEMPLATES } from '../places.ts'
import type { Fields } from '../records/record-kind.ts'
import { spareOrder } from '../spare-order.ts'
import { withTemplate } from '../with-template.ts'
import { changing, readSettings, remember, updateSettings } from '../settings/change.ts'
import { maySend } from '../settings/fields.ts'

/** Texts that what formats, fills in or draws them trips over. */
const PRINTED: Fields = {
  business_name: '\u{1f9fe} 100 % of %s & {0}',
  footer_message: '100 % paid: %s %d %n ${1} {{ \\',
}

/** More lines than a page has. */
const TALL = 'Thank you.\n'.repeat(120)

/** What hardly anybody has together: copies to nobody, an own sender that nobody vouches for, templates that never end. */
const SENT: Fields = {
  invoice_bcc_email: '',
  invoice_bcc: true,
  use_custom_email: true,
  email_subject_template: 'Invoice {{ number',
  email_body_template: 'Dear {{ nobody }}, {{#if name }} {% for each',
  locale: 'fr',
  customer_locale_invoice: true,
  datetime_format: 'DD/MM/YYYY',
  financial_status: 'authorized',
  default_due_days: 100_000_001,
}

/**
 * An order is invoiced, drawn, sent and listed under settings that are odd: each by itself may be refused, and what is taken breaks nothing.
 * What shows money, and the rest, is judged in passing.
 */
export const oddSettings = check(['http.no-server-error', 'list.meta-arithmetic', 'email.mailbox'], {
  name: 'an invoice made and sent under odd settings',
  permissions: ['hostile-input', 'settings', 'documents'],
  needs: ['writes', 'orders'],
  touches: { ...EMAILS, ...INVOICES, ...OWN_TEMPLATES, settings: 'changes', terms: 'changes' },
  run: changing(async (law) => {
    const order = spareOrder(law, false)
    if (!order) return law.notExercised('no order is left to invoice')
    const { shown } = await readSettings(law)
    const total = await countOf(law)
    await setAll(law, shown, { ...PRINTED, ...(maySend(law) && SENT) })
    const slug = invoiceIn(await law.call('createInvoice', { body: bodyOf(order) }))?.slug
    await judgeCount(law.of('list.meta-arithmetic'), total)
    if (slug === undefined) return
    await tryDocument(law, slug)
    await withTemplate(law, { name: `\u{1f9fe} 100 % ${law.marker}` }, ({ id }) =>
      tryDocument(law, slug, { template_id: id }),
    )
    await law.call('regenerateInvoice', { params: { slug } })
    await law.call('readInvoice', { params: { slug } })
    await setAll(law, shown, { footer_message: TALL })
    for (const packing_slip of [false, true]) {
      await law.call('regenerateInvoice', { params: { slug }, query: { packing_slip } })
      await tryDocument(law, slug, { packing_slip })
    }
    if (law.permits('sendInvoiceEmail')) await judgeMail(law.of('email.mailbox'), slug)
  }),
})

/** Each by itself, so that what is refused of one leaves the others. */
async function setAll(law: Law, before: Fields, settings: Fields): Promise<void> {
  const known = Object.entries(settings).filter(([name, value]) => typeof before[name] === typeof value)
  remember(
    law,
    before,
    known.map(([name]) => name),
  )
  for (const [name, value] of known) await updateSettings(law, { [name]: value })
}

interface Count {
  total: number
  exchange: Exchange
}

async function countOf(law: Law): Promise<Count> {
  const exchange = await law.call('listInvoices')
  const meta = member(exchange, 'meta')
  return { total: Number(isObject(meta) ? meta['total'] : Number.NaN), exchange }
}

/** No setting takes an invoice from the list: it has no filter but those that it is asked for. */
async function judgeCount(law: Law, before: Count): Promise<void> {
  const now = await countOf(law)
  if (now.total < before.total)
    throw law.violation({
      message: 'the list without a filter, after settings changed',
      expected: `a total of ${before.total} at least, as before`,
      got: String(now.total),
      exchanges: [before.exchange, now.exchange],
    })
}

/** What is accepted comes, whatever the sender and the copies are. */
async function judgeMail(law: Law, slug: string): Promise<void> {
  const before = law.platform.has('emails') ? await settledEmails(law, slug) : null
  const exchange = await send(law, slug)
  if (before && isSuccess(exchange)) await judgeArrived(law, slug, before, exchange)
}
