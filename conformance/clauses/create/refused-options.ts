import { atOnce } from '../../judge/at-once.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { creation, invoiceIn, type Creation } from '../../server/activity/new-invoices.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { perRun } from '../../server/per-run.ts'
import type { Collection } from '../../server/store/inventory.ts'
import { bodyOf, type Order } from '../../server/store/order-supply.ts'
import { judgeUnknownTemplate, missingTemplates } from '../unknown-template.ts'
import { NO_VALUES, noIntegers } from './refused.ts'

/** An order without an invoice, and what the store held before anything was tried with it. */
interface Subject extends Order {
  known: Collection<InvoiceSummary>
  /** A creation with an unknown template was accepted, as it may be. */
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
  const order = orders.take(false)
  return order && { ...order, known: await store.invoices(), invoiced: false }
}

export const templateIdType = check('create.template-id-type', {
  name: 'creating with a template_id that is no integer',
  needs: ['orders'],
  async run(law) {
    const id = (await law.store.templates()).items[0]?.id ?? 1
    await atOnce(
      noIntegers(id).filter((value) => value !== ''),
      (template_id) => judgeRefused(law, { template_id }),
    )
  },
})

const NO_FLAGS = [...NO_VALUES, [true], [false]]

export const flagType = check('create.flag-type', {
  name: 'creating with flags that are none',
  needs: ['orders'],
  async run(law) {
    const flags = ['draft', 'generate_pdf', 'packing_slip']
    for (const flag of flags) await atOnce(NO_FLAGS, (value) => judgeRefused(law, { [flag]: value }))
    for (const flag of flags) {
      const others = flags.filter((other) => other !== flag)
      await judgeRefused(law, Object.fromEntries(others.map((other) => [other, {}])))
    }
  },
})

async function judgeRefused(law: Law, options: object): Promise<void> {
  const exchange = await tried(law, await subjectOf(law), options)
  law.refused(exchange, 'unprocessable')
}

/** Tries to invoice the order; an invoice from before ends the check. */
async function tried(law: Law, subject: Subject, options: object) {
  const exchange = await law.call('createInvoice', { body: bodyOf(subject, options) })
  const slug = invoiceIn(exchange)?.slug
  const isOld = !subject.known.complete || subject.known.items.some((item) => item.slug === slug)
  if (isSuccess(exchange) && isOld) law.notExercised(`order ${subject.order_id} had its invoice already`)
  return exchange
}

export const templateUnknown = check('create.template-unknown', {
  name: 'creating with a template that does not exist',
  needs: ['orders'],
  async run(law) {
    const subject = await subjectOf(law)
    for await (const template_id of missingTemplates(law)) {
      const exchange = await tried(law, subject, { template_id })
      const slug = invoiceIn(exchange)?.slug ?? ''
      await judgeUnknownTemplate(law, 'createInvoice', exchange, slug)
      subject.invoiced ||= isSuccess(exchange)
    }
  },
})

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
    const made = creation(known, subject, exchange)
    if (!made?.fresh) return law.missing(`order ${order_id} had its invoice already`)
    const wasThere = before.items.some(({ slug }) => slug === made.invoice.slug)
    law.judge(!wasThere && isAnsweredAsFirst(law, made), {
      message: `creations for order ${order_id} were refused before`,
      expected: 'the first invoice of the order',
      got: `the one that was there already, answered ${exchange.response.status}`,
      exchanges: exchange,
    })
  },
})

/** As far as the status tells a creation from an invoice that was there. */
function isAnsweredAsFirst(law: Law, { exchange }: Creation): boolean {
  const created = law.observed('status.created')
  return (
    created === undefined ||
    created === law.observed('status.existing') ||
    created === exchange.response.status
  )
}
