import { atOnce } from '../../judge/at-once.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { creation, invoiceIn, type Creation, type Known } from '../../server/activity/new-invoices.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { perRun } from '../../server/per-run.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { bodyOf, type Order } from '../../server/store/order-supply.ts'
import { judgeUnknownTemplate, missingTemplates } from '../unknown-template.ts'
import { contexts } from './contexts.ts'
import { firstCreations } from './first-invoices.ts'
import { NO_VALUES, noIntegers } from './refused.ts'

/** An order without an invoice, and what the store held before anything was tried with it. */
interface Subject extends Order {
  known: Known
  /** A creation that is to be refused was accepted, as one with an unknown template may be. */
  invoiced: boolean
}

const subjects = perRun<'subject', Promise<Subject | null>>()

/**
 * One order for all refusals, since what options do for an order that has its invoice is open (question
 * create.existing_with_options); whether this one has shows only when a creation succeeds.
 */
async function subjectOf(law: Law): Promise<Subject> {
  const subject = await subjects(law.session, 'subject', () => takeSubject(law))
  return subject ?? law.notExercised('no order is left to invoice')
}

async function takeSubject({ orders, store }: Law): Promise<Subject | null> {
  const order = orders.takeAlone()
  return order && { ...order, known: await store.invoices(), invoiced: false }
}

export const templateIdType = check('create.template-id-type', {
  name: 'creating with a template_id that is no integer',
  needs: ['orders'],
  async run(law) {
    const id = (await law.store.templates()).items[0]?.id ?? 1
    const values = noIntegers(id).filter((value) => value !== '')
    await atOnce(values, (template_id) => judgeRefused(law, { template_id }))
    await inContexts(law, 'template_id', (at) => values[at % values.length], judgeRefusal)
  },
})

const NO_FLAGS = [...NO_VALUES, [true], [false]]

export const flagType = check('create.flag-type', {
  name: 'creating with flags that are none',
  needs: ['orders'],
  async run(law) {
    const flags = ['draft', 'generate_pdf', 'packing_slip'] as const
    for (const flag of flags) {
      await atOnce(NO_FLAGS, (value) => judgeRefused(law, { [flag]: value }))
      await inContexts(law, flag, (at) => NO_FLAGS[at % NO_FLAGS.length], judgeRefusal)
    }
    for (const flag of flags) {
      const others = flags.filter((other) => other !== flag)
      await judgeRefused(law, Object.fromEntries(others.map((other) => [other, {}])))
    }
  },
})

async function judgeRefused(law: Law, options: object): Promise<void> {
  judgeRefusal(law, await tried(law, await subjectOf(law), options))
}

const judgeRefusal = (law: Law, exchange: Exchange): void => law.refused(exchange, 'unprocessable')

/**
 * The same beside other options, and of a draft order: each with a value that is wrong. A draft order is not taken from
 * the supply, as a refused creation leaves it as it is.
 */
async function inContexts(
  law: Law,
  wrong: 'draft' | 'generate_pdf' | 'packing_slip' | 'template_id',
  valueOf: (at: number, isDrawn: boolean) => unknown,
  judge: (law: Law, exchange: Exchange) => void | Promise<void>,
): Promise<void> {
  const order = await subjectOf(law)
  const from = law.seedOf(wrong)
  const answers = await atOnce((await contexts(law, wrong)).entries(), async ([at, context]) => {
    const subject = context.draft === true ? spareDraft(law) : order
    if (!subject) return law.missing('no draft order is left to invoice')
    const body = bodyOf(subject, { ...context, [wrong]: valueOf(from + at, Object.keys(context).length > 1) })
    const exchange = await law.call('createInvoice', { body })
    // The id of a deleted template may have been given again.
    subject.invoiced ||= isSuccess(exchange)
    // Whatever was invoiced before may be answered without a look at options (question create.existing_with_options).
    return isSuccess(exchange) && mayBeOld(law, subject, exchange) ? undefined : exchange
  })
  for (const answer of answers) if (answer) await judge(law, answer)
}

/** A draft order that nobody has invoiced, as far as the run knows. */
function spareDraft({ orders, session }: Law): Subject | null {
  const order_id = orders.untaken(true).findLast((id) => !orders.ambiguous.includes(id))
  return order_id === undefined ? null : { order_id, draft: true, known: session.earlier, invoiced: false }
}

function mayBeOld({ orders }: Law, { order_id, draft, known }: Subject, exchange: Exchange): boolean {
  const isTaken = draft && orders.taken(true).includes(order_id)
  return isTaken || isOld({ known }, exchange)
}

const isOld = ({ known }: Pick<Subject, 'known'>, exchange: Exchange): boolean =>
  !known.complete || known.items.some(({ slug }) => slug === invoiceIn(exchange)?.slug)

/** Tries to invoice the order; an invoice from before ends the check. */
async function tried(law: Law, subject: Subject, options: object) {
  const exchange = await law.call('createInvoice', { body: bodyOf(subject, options) })
  if (isSuccess(exchange) && isOld(subject, exchange))
    law.notExercised(`order ${subject.order_id} had its invoice already`)
  return exchange
}

export const templateUnknown = check('create.template-unknown', {
  name: 'creating with a template that does not exist',
  needs: ['orders'],
  async run(law) {
    const subject = await subjectOf(law)
    const missing: number[] = []
    for await (const template_id of missingTemplates(law)) {
      const exchange = await tried(law, subject, { template_id })
      // Noted first, as the verdict may end the check.
      subject.invoiced ||= isSuccess(exchange)
      await judgeUnknown(law, exchange)
      missing.push(template_id)
    }
    // By the likeliest to be refused first, and what is drawn by one that is drawn.
    const idOf = (at: number, isDrawn: boolean) => missing[isDrawn ? at % missing.length : 0]
    if (!subject.invoiced) await inContexts(law, 'template_id', idOf, judgeUnknown)
  },
})

const judgeUnknown = (law: Law, exchange: Exchange): Promise<void> =>
  judgeUnknownTemplate(law, 'createInvoice', exchange, invoiceIn(exchange)?.slug ?? '')

/** What was refused left no invoice, so that the creation now is the first one. */
export const stillWithout = check('create.rejected-no-effect', {
  name: 'creating after refusals for the same order',
  needs: ['orders'],
  async run(law) {
    const subject = await subjectOf(law)
    const { order_id, known, invoiced } = subject
    if (invoiced) law.notExercised(`the creation for order ${order_id} was accepted`)
    law.store.forget('createInvoice')
    const before = await law.store.invoices()
    const exchange = await law.call('createInvoice', { body: { order_id } })
    if (!isSuccess(exchange)) return judgeStillRefused(law, order_id, exchange)
    const made = creation(known, subject, exchange)
    if (!made?.fresh) return law.missing(`order ${order_id} had its invoice already`)
    const wasThere = before.items.some(({ slug }) => slug === made.invoice.slug)
    law.judge(!wasThere && (await isAnsweredAsFirst(law, made)), {
      message: `creations for order ${order_id} were refused before`,
      expected: 'the first invoice of the order',
      got: `the one that was there already, answered ${exchange.response.status}`,
      exchanges: exchange,
    })
  },
})

/** An order that was refused for what was wrong with the request is not refused for that any more, where others are invoiced. */
function judgeStillRefused(law: Law, order_id: number, first: Exchange): Promise<void> {
  return law.settled(async (look) => {
    const refused = look === 0 ? first : await refusedBefore(law)
    const other = refused && law.orders.take(false)
    if (!refused || !other) {
      law.missing(`the creation for order ${order_id} was refused, and no order is left to tell why`)
      return 'unseen'
    }
    if (isSuccess(refused)) return null
    const made = await law.call('createInvoice', { body: bodyOf(other) })
    if (!isSuccess(made)) return 'unseen'
    return {
      message: 'the creation was refused before for an option that was wrong, and is without it',
      expected: 'the invoice of the order, as another order gets its own',
      exchanges: [refused, made],
    }
  })
}

/** Another order's creation, after one that was refused; null where no order is left. */
async function refusedBefore(law: Law): Promise<Exchange | null> {
  const order = law.orders.take(false)
  if (!order) return null
  await law.call('createInvoice', { body: bodyOf(order, { template_id: {} }) })
  await law.call('createInvoice', { body: bodyOf(order, { template_id: UNLIKELY_ID }) })
  return law.call('createInvoice', { body: bodyOf(order) })
}

/** As far as the status tells a creation from an invoice that was there: other first creations were answered so too. */
async function isAnsweredAsFirst(law: Law, { exchange }: Creation): Promise<boolean> {
  const firsts = (await firstCreations(law)).filter(({ fresh }) => fresh)
  const statuses = firsts.map((first) => first.exchange.response.status)
  return statuses.length === 0 || statuses.includes(exchange.response.status)
}
