import { atOnce } from '../../judge/at-once.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { unchanged } from '../../judge/relations.ts'
import { Violation } from '../../judge/verdict.ts'
import type { View } from '../../judge/view.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import { bodyOf, kindOfOrder } from '../../server/store/order-supply.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { doOthersInvoice } from '../settings/change.ts'
import { invoicesView, numberingView } from '../views.ts'
import { ownInvoice } from './first-invoices.ts'
import { flagContexts, type Context } from './contexts.ts'
import { NO_VALUES, noIntegers, unknownOrders, WITHOUT_ORDER } from './refused.ts'

/** Refused whatever the store holds. */
export const rejectedNoEffect = check('create.rejected-no-effect', {
  name: 'refused creations create nothing',
  async run(law) {
    const [known] = law.target.order_ids
    const orders = [...unknownOrders(law), ...noIntegers(known ?? UNLIKELY_ID)].map((order_id) => ({
      order_id,
    }))
    await judgeNoEffect(law, () => [...WITHOUT_ORDER, ...orders])
  },
})

/**
 * Orders and draft orders that are there and have no invoice so far as the run knows. They are not taken from the
 * supply: a refused creation leaves them as they are.
 */
export const rejectedOptions = check('create.rejected-no-effect', {
  name: 'creations that are refused for their options create nothing',
  needs: ['orders'],
  async run(law) {
    for (const draft of [false, true]) {
      const [order_id, ...others] = law.orders.untaken(draft)
      if (order_id === undefined) law.missing(`no ${kindOfOrder(draft)} is left to invoice`)
      // Each look takes another order: the one before may have invoiced its own.
      else await judgeNoEffect(law, () => refusedBodies(law, others.pop() ?? order_id, draft))
    }
  },
})

/** By a template of which a server makes no document of an order, as the document of an invoice shows. */
export const rejectedTemplate = check('create.rejected-no-effect', {
  name: 'a creation that is refused for the type of its template creates nothing',
  permissions: ['documents'],
  needs: ['orders'],
  async run(law) {
    const [template] = await law.store.lastingTemplates('credit_note')
    const own = template && (await ownInvoice(law))
    const [order_id, ...others] = law.orders.untaken(false)
    if (!own || order_id === undefined)
      return law.missing('no order, or no template of credit notes, is there')
    const call = { params: { slug: own.invoice.slug }, query: { template_id: template.id } }
    if (!law.is('unprocessable', await law.call('readInvoicePdf', call)))
      return law.missing('the server makes documents by templates of credit notes')
    const body = () =>
      bodyOf({ order_id: others.pop() ?? order_id, draft: false }, { template_id: template.id })
    await judgeNoEffect(law, () => [body()])
  },
})

const OPTIONS = ['generate_pdf', 'packing_slip', 'template_id'] as const

/**
 * Each option as what it cannot be, by itself and beside others; draft itself stays true for a draft order. And a template
 * that nobody has, where it was seen to be refused (question template.unknown).
 */
function refusedBodies(law: Law, order_id: number, draft: boolean): object[] {
  const options = [...OPTIONS, ...(draft ? [] : (['draft'] as const))]
  const refused = options.flatMap((option) => {
    const beside = law.seedOf(option)
    return NO_VALUES.map((value, at) => ({
      ...besides(option, at % 2 === 0 ? 0 : beside + at),
      [option]: value,
    }))
  })
  const unknown = law.observed('template.unknown')
  const isRefused = unknown !== undefined && unknown !== 'default_template'
  const templates = [0, law.seedOf('template')].map((beside) => besides('template_id', beside))
  const unlikely = templates.map((context) => ({ ...context, template_id: UNLIKELY_ID }))
  return [...refused, ...(isRefused ? unlikely : [])].map((option) => bodyOf({ order_id, draft }, option))
}

/** One of the contexts in which an option can be wrong, the first of which says nothing; all of an order of its kind. */
function besides(wrong: (typeof OPTIONS)[number] | 'draft', at: number): Context {
  const all = flagContexts(wrong).filter(({ draft }) => draft === undefined)
  return all[at % all.length] ?? {}
}

/** A server that creates what it refuses uses up an order at each look. */
const MOST_LOOKS = 2

/** What is refused moves neither the collection, nor its first page, nor the number that comes next, which others may move too. */
async function judgeNoEffect(law: Law, bodies: () => readonly object[]): Promise<void> {
  const judge = (views: readonly View[]) =>
    unchanged(law, { views, looks: MOST_LOOKS, after: () => refusalsOf(law, bodies()) })
  try {
    await judge([invoicesView(law, 50), numberingView(law)])
  } catch (error) {
    const isNumber = error instanceof Violation && error.finding.field === 'settings.next_invoice_number'
    if (!isNumber || !(await doOthersInvoice(law))) throw error
    await judge([invoicesView(law, 50)])
  }
}

async function refusalsOf(law: Law, bodies: readonly object[]): Promise<Exchange[]> {
  const answers = await atOnce(bodies, (body) => law.call('createInvoice', { body }))
  if (answers.every((answer) => law.is('unprocessable', answer))) return answers
  return law.notExercised('a creation that should be refused was not: another clause judges what it creates')
}
