import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { instantOf } from '../../judge/watch/shape/values.ts'
import { invoiceIn, type Creation } from '../../server/activity/new-invoices.ts'
import { isObject, isSuccess } from '../../server/client/exchange.ts'
import { editHook, mayHaveDoneNothing } from '../../server/store/platform.ts'
import { editsOf } from '../edits/edits.ts'
import { lacking, lackingIn, lacksInWords } from '../edits/lacking.ts'
import { inWords, invoiceOf } from '../same-invoice.ts'
import { differingFields } from '../stated-fields.ts'
import { isTemplateGone } from '../unknown-template.ts'
import { firstInvoices, type First, type FirstCreation } from './first-invoices.ts'
import { OF_ITS_OWN } from './twins.ts'
import { refusedCreations, variedInvoices, type Refused } from './varied-invoices.ts'

/** How far apart two servers' clocks may be. */
const CLOCKS_APART_MS = 60_000

/** Each order gets an invoice of its own that shows this order. */
export const fromOrder = check('create.from-order', {
  name: 'the invoices of orders',
  async run(law) {
    const firsts = await firstInvoices(law)
    if (firsts.length === 0) law.notExercised('no order is left to invoice')
    const fresh = firsts.flatMap((first) => freshOf(law, first) ?? [])
    for (const first of fresh) judgeOne(law, first)
    for (const first of fresh) await judgeAgainstRegeneration(law, first)
    for (const one of await refusedCreations(law)) await judgeRefusal(law, one)
    const creations = await variedInvoices(law)
    for (const [index, one] of creations.entries())
      for (const earlier of creations.slice(0, index)) judgeApart(law, earlier, one)
  },
})

/** An order that gets its invoice without options, and was refused with them, is the options' fault. */
async function judgeRefusal(law: Law, { refusal, plain }: Refused): Promise<void> {
  if (!isSuccess(plain)) return
  const template_id = isObject(refusal.input) ? refusal.input['template_id'] : undefined
  // Whoever made the template may have deleted it meanwhile.
  if (typeof template_id === 'number' && (await isTemplateGone(law, template_id))) return
  throw law.violation({
    message: `the order was refused with ${refusal.request.body ?? 'no body'}`,
    expected: 'its invoice, as without the options',
    got: `${refusal.response.status} ${refusal.response.text.slice(0, 200)}`,
    exchanges: [refusal, plain],
  })
}

function freshOf(law: Law, { exchange, creation, order_id }: First): FirstCreation | null {
  invoiceOf(law, exchange)
  if (creation?.fresh) return creation
  law.missing(`order ${order_id} had its invoice already`)
  return null
}

function judgeOne(law: Law, { exchange, invoice, patch, order_id, draft }: FirstCreation): void {
  law.observe('status.created', exchange.response.status, exchange)
  law.judge(Number.isInteger(invoice.id), { expected: 'an integer id', exchanges: exchange })
  const missing = lackingIn(patch ?? {}, invoice, draft)
  law.judge(missing.length === 0, {
    message: `order ${order_id} was edited before the invoice was created`,
    expected: lacksInWords(missing, 'expected'),
    got: lacksInWords(missing, 'got'),
    perhaps: mayHaveDoneNothing(editHook(draft)),
    exchanges: exchange,
  })
}

/**
 * Creation and regeneration show one order. Where they differ, one of them is wrong: it is the creation when an edit of
 * what they differ in arrives by regeneration.
 */
async function judgeAgainstRegeneration(law: Law, first: FirstCreation): Promise<void> {
  const { order_id, draft, invoice, exchange } = first
  if (first.patch === null) return
  const call = { params: { slug: invoice.slug } }
  const regenerated = await law.call('regenerateInvoice', call)
  const now = isSuccess(regenerated) ? invoiceIn(regenerated) : null
  const different = now ? differingFields(invoice, now, OF_ITS_OWN) : []
  if (!now || different.length === 0) return
  const [edit] = editsOf(now, `${law.marker}c`, undefined)
  if (!edit) return
  await law.platform.edit(order_id, draft, edit.patch)
  const edited = invoiceIn(await law.call('regenerateInvoice', call))
  const wrong = different.filter(
    (field) => field in edit.patch && lacking({ [field]: edit.patch[field] }, edited).length === 0,
  )
  if (wrong.length > 0)
    throw law.violation({
      message: 'the invoice was created otherwise than its order is, which a regeneration shows',
      expected: inWords(now, wrong),
      got: inWords(invoice, wrong),
      exchanges: [exchange, regenerated],
    })
}

/** Two orders give two invoices, that tell of different things. */
function judgeApart(law: Law, one: Creation, other: Creation): void {
  if (one.order_id === other.order_id && one.draft === other.draft) return
  const orders = `the orders ${one.order_id} and ${other.order_id}`
  const exchanges = [one.exchange, other.exchange]
  const different = differingFields(one.invoice, other.invoice)
  const shared = ['id', 'slug'].filter((field) => !different.includes(field))
  law.judge(shared.length === 0, {
    message: `${orders} got one invoice, or one that cannot be told from the other`,
    expected: 'two invoices',
    got: inWords(other.invoice, shared),
    exchanges,
  })
  if (!one.fresh || !other.fresh) return
  // Where no order is named, two that are alike cannot be told apart.
  if ([one, other].every(({ invoice }) => invoice.order_name ?? invoice.order_number))
    law.judge(!different.every((field) => OF_ITS_OWN.includes(field)), {
      message: `the invoices of ${orders} tell of one order`,
      expected: 'each invoice to show its own order',
      got: 'no difference but in id, slug, number and times',
      exchanges,
    })
  judgeTime(law, one, other)
}

/** created_at is the time of the creation: it doesn't run backwards from one to the next. */
function judgeTime(law: Law, one: Creation, other: Creation): void {
  const elapsed = instantOf(other.invoice.created_at) - instantOf(one.invoice.created_at)
  law.judge(Number.isNaN(elapsed) || elapsed > -CLOCKS_APART_MS, {
    message: 'created_at lies before that of an invoice that was created earlier',
    expected: `created_at from ${one.invoice.created_at}`,
    got: inWords(other.invoice, ['created_at']),
    exchanges: [one.exchange, other.exchange],
  })
}
