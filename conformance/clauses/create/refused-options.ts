import { atOnce } from '../../judge/at-once.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { invoiceIn, type Known } from '../../server/activity/new-invoices.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { perRun } from '../../server/per-run.ts'
import { bodyOf, type Order } from '../../server/store/order-supply.ts'
import type { Platform } from '../../server/store/platform.ts'
import { judgeUnknownTemplate, missingTemplates } from '../unknown-template.ts'
import { contexts } from './contexts.ts'
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
export async function subjectOf(law: Law): Promise<Subject> {
  const subject = await subjects(law.session, 'subject', () => takeSubject(law))
  return subject ?? law.notExercised('no order is left to invoice')
}

async function takeSubject({ orders, store, platform }: Law): Promise<Subject | null> {
  const order = await firstPresent(platform, () => orders.takeAlone())
  return order && { ...order, known: await store.invoices(), invoiced: false }
}

/** The first order that the platform has. An earlier run may have deleted orders, and every creation for those is refused. */
export async function firstPresent(platform: Platform, take: () => Order | null): Promise<Order | null> {
  for (;;) {
    const order = take()
    if (!order || !(await platform.isGone(order))) return order
  }
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
