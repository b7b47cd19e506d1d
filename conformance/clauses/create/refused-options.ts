import type { ClauseId } from '../../../schemas/clauses.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import { isSuccess, member, isObject, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { judgeUnknownTemplate } from '../unknown-template.ts'
import type { Collection } from '../../server/store/inventory.ts'
import { creation } from '../../server/store/new-invoices.ts'
import type { Session } from '../../server/session.ts'
import { noIntegers } from './refused.ts'
import { missingTemplates } from './missing-templates.ts'

/** An order without an invoice, and what the store held before anything was tried with it. */
interface Subject {
  order_id: number
  known: Collection<InvoiceSummary>
  /** A creation with an unknown template was accepted, as it may be. */
  invoiced: boolean
}

const subjects = new WeakMap<Session, Promise<Subject | null>>()

/** One order for all refusals; whether it has its invoice already shows only when a creation succeeds. */
function subjectOf(session: Session): Promise<Subject | null> {
  let subject = subjects.get(session)
  if (!subject) subjects.set(session, (subject = takeSubject(session)))
  return subject
}

async function takeSubject(session: Session): Promise<Subject | null> {
  const order_id = session.orders.take(false)
  return order_id === null ? null : { order_id, known: await session.inventory.invoices(), invoiced: false }
}

/**
 * Options that make a creation fail, on an order that has no invoice: what they do for one that has is open
 * (question create.existing_with_options).
 */
function refusing(clause: ClauseId, run: (law: Law, subject: Subject) => Promise<void>): Check {
  return check(clause, {
    name: `an order without an invoice: ${clause}`,
    needs: ['orders'],
    async run(law: Law) {
      const subject = await subjectOf(law.session)
      if (!subject) law.notExercised('no order is left to invoice')
      await run(law, subject)
    },
  })
}

async function judgeTemplateType(law: Law, subject: Subject): Promise<void> {
  const id = (await law.store.templates()).items[0]?.id ?? 1
  for (const template_id of noIntegers(id).filter((value) => value !== ''))
    await judgeRefused(law, 'create.template-id-type', subject, { template_id })
}

const NO_FLAGS = [{}, [], { value: true }, [true], [false], [[]]]

async function judgeFlags(law: Law, subject: Subject): Promise<void> {
  for (const flag of ['draft', 'generate_pdf', 'packing_slip'])
    for (const value of NO_FLAGS) await judgeRefused(law, 'create.flag-type', subject, { [flag]: value })
}

async function judgeRefused(
  law: Law,
  clause: ClauseId,
  { order_id, known }: Subject,
  option: object,
): Promise<void> {
  const exchange = await law.call('createInvoice', { body: { order_id, ...option } })
  if (isSuccess(exchange) && isOld(exchange, known))
    law.notExercised(`order ${order_id} had its invoice already`)
  law.of(clause).refused(exchange, 'unprocessable')
}

function isOld(exchange: Exchange, known: Subject['known']): boolean {
  const invoice = member(exchange, 'invoice')
  return !known.complete || known.items.some(({ slug }) => isObject(invoice) && slug === invoice['slug'])
}

async function judgeTemplates(law: Law, subject: Subject): Promise<void> {
  const { order_id, known } = subject
  for await (const template_id of missingTemplates(law.session)) {
    const exchange = await law.call('createInvoice', { body: { order_id, template_id } })
    if (isSuccess(exchange) && isOld(exchange, known))
      law.notExercised(`order ${order_id} had its invoice already`)
    const made = creation(known, { order_id, draft: false, exchange })
    await judgeUnknownTemplate(law, 'create.template-unknown', exchange, made?.invoice.slug ?? '')
    subject.invoiced ||= isSuccess(exchange)
  }
}

/** create.rejected-no-effect: what was refused left no invoice, so that the creation now is the first one. */
async function judgeStillWithout(law: Law, { order_id, known, invoiced }: Subject): Promise<void> {
  if (invoiced) law.notExercised(`the creation for order ${order_id} was accepted`)
  const { session } = law
  session.inventory.forget('createInvoice')
  const before = await session.inventory.invoices()
  const exchange = await law.call('createInvoice', { body: { order_id } })
  const made = creation(known, { order_id, draft: false, exchange })
  if (!made?.fresh)
    return law.of('create.rejected-no-effect').missing(`order ${order_id} had its invoice already`)
  const early = before.items.find(({ slug }) => slug === made.invoice.slug)
  const created = session.observations.value('status.created')
  const isFirst =
    created === undefined ||
    created === session.observations.value('status.existing') ||
    exchange.response.status === created
  law.of('create.rejected-no-effect').judge(early === undefined && isFirst, {
    message: `creations for order ${order_id} were refused before`,
    expected: 'the first invoice of the order',
    got: `the one that was there already, answered ${exchange.response.status}`,
    exchanges: exchange,
  })
}

/** create.template-id-type, create.flag-type, create.template-unknown, and at last that none of them creates. */
export const refusedOptions: readonly Check[] = [
  refusing('create.template-id-type', judgeTemplateType),
  refusing('create.flag-type', judgeFlags),
  refusing('create.template-unknown', judgeTemplates),
  refusing('create.rejected-no-effect', judgeStillWithout),
]
