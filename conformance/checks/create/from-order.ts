import type { InvoiceDetail } from '../../../schemas/types.ts'
import type { Check } from '../../check.ts'
import type { Trial } from '../../judge/trial.ts'
import { differingFields } from '../stated-fields.ts'
import { inWords, invoiceOf } from '../same-invoice.ts'
import { firstInvoices, type First } from './first-invoices.ts'

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
    for (const [index, first] of firsts.entries())
      for (const earlier of firsts.slice(0, index)) judgeApart(trial, earlier, first)
  },
}

function judgeOne(trial: Trial, { exchange, creation, note, order_id }: First): void {
  const invoice = invoiceOf(trial, CLAUSE, exchange)
  if (!creation?.fresh) return trial.missing(CLAUSE, `order ${order_id} had its invoice already`)
  trial.session.observations.observe('status.created', exchange.response.status, exchange)
  trial.judge(CLAUSE, Number.isInteger(invoice.id), { expected: 'an integer id', exchanges: exchange })
  if (note === null) return
  trial.judge(CLAUSE, invoice.note === note, {
    message: `the note of order ${order_id} was edited before the invoice was created`,
    expected: `note ${JSON.stringify(note)}`,
    got: inWords(invoice, ['note']),
    exchanges: exchange,
  })
}

/** Two orders give two invoices, that tell of different things. */
function judgeApart(trial: Trial, one: First, other: First): void {
  if (!one.creation || !other.creation || isSameSource(one, other)) return
  const [a, b] = [one.creation.invoice, other.creation.invoice]
  const different = differingFields(a, b)
  const shared = (['id', 'slug'] as const).filter((field) => !different.includes(field))
  trial.judge(CLAUSE, shared.length === 0, {
    message: `the orders ${one.order_id} and ${other.order_id} got one invoice`,
    expected: 'two invoices',
    got: inWords(b, shared),
    exchanges: [one.exchange, other.exchange],
  })
  if (!one.creation.fresh || !other.creation.fresh) return
  judgeOwnContent(trial, one, other, different)
  judgeTime(trial, one, other, a, b)
}

const isSameSource = (one: First, other: First) =>
  one.order_id === other.order_id && one.draft === other.draft

function judgeOwnContent(trial: Trial, one: First, other: First, different: readonly string[]): void {
  const content = different.filter((field) => !(OF_ITS_OWN as readonly string[]).includes(field))
  trial.judge(CLAUSE, content.length > 0, {
    message: `the invoices of the orders ${one.order_id} and ${other.order_id} tell of one order`,
    expected: 'each invoice to show its own order',
    got: 'no difference but in id, slug, number and times',
    exchanges: [one.exchange, other.exchange],
  })
}

/** created_at is the time of the creation: it doesn't run backwards from one to the next. */
function judgeTime(trial: Trial, one: First, other: First, a: InvoiceDetail, b: InvoiceDetail): void {
  const elapsed = Date.parse(b.created_at) - Date.parse(a.created_at)
  trial.judge(CLAUSE, Number.isNaN(elapsed) || elapsed > -CLOCKS_APART_MS, {
    message: 'created_at lies before that of an invoice that was created earlier',
    expected: `created_at from ${a.created_at}`,
    got: inWords(b, ['created_at']),
    exchanges: [one.exchange, other.exchange],
  })
}
