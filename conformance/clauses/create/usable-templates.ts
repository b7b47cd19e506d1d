import type { Template } from '../../../schemas/types.ts'
import type { Check } from '../../judge/check.ts'
import { isSuccess, member, isObject, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import type { Creation } from '../../server/store/new-invoices.ts'
import { createTemplate, deleteOwn, templateInput } from '../../server/store/own-records.ts'
import { ownInvoice } from './first-invoices.ts'

const CLAUSE = 'templates.usable'
const TYPES = ['invoice', 'packing_slip'] as const
const MOST = 6
/** Orders that are scarce serve elsewhere first. */
const ORDERS_TO_SPARE = 12

/** templates.usable: the store's templates, new ones, and new ones after an update. */
export const usableTemplates: Check = {
  name: 'creating, regenerating and fetching with each template',
  clauses: [CLAUSE],
  async run(trial: Trial) {
    const invoice = await ownInvoice(trial.session)
    if (!invoice) trial.notExercised('no order could be invoiced')
    const items = await trial.session.inventory.lastingTemplates()
    const usable = items.filter(({ template_type }) => (TYPES as readonly string[]).includes(template_type))
    for (const { id } of usable.slice(0, MOST))
      await judgeUsable(trial, invoice, id, 'a template of the store')
    for (const template_type of TYPES) await judgeNew(trial, invoice, template_type)
  },
}

async function judgeNew(
  trial: Trial,
  invoice: Creation,
  template_type: Template['template_type'],
): Promise<void> {
  const { session } = trial
  const { record } = await createTemplate(session, { template_type })
  if (!record) return trial.missing(CLAUSE, `the server took no ${template_type} template of ours`)
  const params = { id: record.id }
  try {
    await judgeFirst(trial, record.id)
    await judgeUsable(trial, invoice, record.id, 'a new template')
    const template = await templateInput(session, { template_type })
    const updated = await trial.call('updateTemplate', { params, body: { template } })
    if (isSuccess(updated)) await judgeUsable(trial, invoice, record.id, 'a template that was updated')
  } finally {
    await deleteOwn(session, 'templates', record.id)
  }
}

/** The first creation of an order's invoice, with its PDF and without, where there are orders to spare. */
async function judgeFirst(trial: Trial, template_id: number): Promise<void> {
  const { session } = trial
  for (const options of [{}, { generate_pdf: false }]) {
    const order_id = session.orders.left(false) > ORDERS_TO_SPARE ? session.orders.take(false) : null
    if (order_id === null) return
    const body = { order_id, template_id, ...options }
    judgeInvoice(trial, await trial.call('createInvoice', { body }), 'a new template')
  }
}

async function judgeUsable(
  trial: Trial,
  { order_id, draft, invoice }: Creation,
  template_id: number,
  what: string,
): Promise<void> {
  const body = { order_id, ...(draft && { draft }), template_id }
  const call = { params: { slug: invoice.slug }, query: { template_id } }
  for (const options of [{}, { generate_pdf: false }, { generate_pdf: true }])
    judgeInvoice(trial, await trial.call('createInvoice', { body: { ...body, ...options } }), what)
  judgeInvoice(trial, await trial.call('regenerateInvoice', call), what)
  judgeInvoice(trial, await trial.call('readInvoicePdf', call), what)
}

function judgeInvoice(trial: Trial, exchange: Exchange, what: string): void {
  trial.judge(CLAUSE, isSuccess(exchange) && isObject(member(exchange, 'invoice')), {
    message: `${exchange.operation} with the id of ${what}`,
    expected: 'a success with the invoice',
    exchanges: exchange,
  })
}
