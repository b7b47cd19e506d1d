import { instantOf } from '../../judge/watch/shape/values.ts'
import type { InvoiceDetail } from '../../../schemas/types.ts'
import type { Check } from '../../judge/check.ts'
import type { Trial } from '../../judge/trial.ts'
import { differingFields } from '../stated-fields.ts'
import { isSuccess, member } from '../../server/client/exchange.ts'
import { editsOf, type Edit } from '../regenerate/edits.ts'
import { lacking } from '../regenerate/lacking.ts'
import { inWords, invoiceOf } from '../same-invoice.ts'
import type { Creation } from '../../server/store/new-invoices.ts'
import { editHook, mayHaveDoneNothing } from '../../server/store/platform.ts'
import { firstInvoices, type First } from './first-invoices.ts'
import { variedInvoices } from './varied-invoices.ts'

const CLAUSE = 'create.from-order'

/** What every invoice has of its own, whatever its order. */
const OF_ITS_OWN = ['id', 'slug', 'number', 'created_at', 'updated_at'] as const
/** How far apart two servers' clocks may be. */
const CLOCKS_APART_MS = 60_000

/** create.from-order: each order gets an invoice of its own that shows this order. */
export const fromOrder: Check = {
  name: 'the invoices of orders',
  clauses: [CLAUSE],
  async run(trial) {
    const firsts = await firstInvoices(trial.session)
    if (firsts.length === 0) trial.notExercised('no order is left to invoice')
    for (const first of firsts) judgeOne(trial, first)
    for (const first of firsts) await judgeAgainstRegeneration(trial, first)
    const creations = await variedInvoices(trial.session)
    for (const [index, one] of creations.entries())
      for (const earlier of creations.slice(0, index)) judgeApart(trial, earlier, one)
  },
}

function judgeOne(trial: Trial, { exchange, creation, patch, order_id, draft }: First): void {
  const invoice = invoiceOf(trial, CLAUSE, exchange)
  if (!creation?.fresh) return trial.missing(CLAUSE, `order ${order_id} had its invoice already`)
  trial.session.observations.observe('status.created', exchange.response.status, exchange)
  trial.judge(CLAUSE, Number.isInteger(invoice.id), { expected: 'an integer id', exchanges: exchange })
  const missing = lacking(patch ?? {}, invoice)
  trial.judge(CLAUSE, missing.length === 0, {
    message: `order ${order_id} was edited before the invoice was created`,
    expected: missing.map(({ path, expected }) => `${path} ${JSON.stringify(expected)}`).join(', '),
    got: missing.map(({ path, got }) => `${path} ${JSON.stringify(got)}`).join(', '),
    perhaps: mayHaveDoneNothing(editHook(draft)),
    exchanges: exchange,
  })
}

/**
 * Creation and regeneration show one order. Where they differ, one of them is wrong: it is the creation when an edit of
 * what they differ in arrives by regeneration.
 */
async function judgeAgainstRegeneration(
  trial: Trial,
  { order_id, draft, patch, creation, exchange }: First,
): Promise<void> {
  if (!creation?.fresh || patch === null) return
  const call = { params: { slug: creation.invoice.slug } }
  const regenerated = await trial.call('regenerateInvoice', call)
  const now = member(regenerated, 'invoice') as InvoiceDetail
  const different = isSuccess(regenerated) ? differingFields(creation.invoice, now, OF_ITS_OWN) : []
  if (different.length === 0) return
  const [edit] = editsOf(now, `${trial.session.marker}c`, undefined)
  await trial.session.platform.edit(order_id, draft, edit!.patch)
  const edited = member(await trial.call('regenerateInvoice', call), 'invoice')
  const wrong = different.filter((field) => field in edit!.patch && isShown(edit!, field, edited))
  if (wrong.length > 0)
    trial.fail(CLAUSE, {
      message: 'the invoice was created otherwise than its order is, which a regeneration shows',
      expected: inWords(now, wrong),
      got: inWords(creation.invoice, wrong),
      exchanges: [exchange, regenerated],
    })
}

const isShown = ({ patch }: Edit, field: string, invoice: unknown) =>
  lacking({ [field]: patch[field] }, invoice).length === 0

/** Two orders give two invoices, that tell of different things. */
function judgeApart(trial: Trial, one: Creation, other: Creation): void {
  if (one.order_id === other.order_id && one.draft === other.draft) return
  const orders = `the orders ${one.order_id} and ${other.order_id}`
  const exchanges = [one.exchange, other.exchange]
  const different = differingFields(one.invoice, other.invoice)
  const shared = (['id', 'slug'] as const).filter((field) => !different.includes(field))
  trial.judge(CLAUSE, shared.length === 0, {
    message: `${orders} got one invoice, or one that cannot be told from the other`,
    expected: 'two invoices',
    got: inWords(other.invoice, shared),
    exchanges,
  })
  if (!one.fresh || !other.fresh) return
  const content = different.filter((field) => !(OF_ITS_OWN as readonly string[]).includes(field))
  trial.judge(CLAUSE, content.length > 0, {
    message: `the invoices of ${orders} tell of one order`,
    expected: 'each invoice to show its own order',
    got: 'no difference but in id, slug, number and times',
    exchanges,
  })
  judgeTime(trial, one, other)
}

/** created_at is the time of the creation: it doesn't run backwards from one to the next. */
function judgeTime(trial: Trial, one: Creation, other: Creation): void {
  const elapsed = instantOf(other.invoice.created_at) - instantOf(one.invoice.created_at)
  trial.judge(CLAUSE, Number.isNaN(elapsed) || elapsed > -CLOCKS_APART_MS, {
    message: 'created_at lies before that of an invoice that was created earlier',
    expected: `created_at from ${one.invoice.created_at}`,
    got: inWords(other.invoice, ['created_at']),
    exchanges: [one.exchange, other.exchange],
  })
}
