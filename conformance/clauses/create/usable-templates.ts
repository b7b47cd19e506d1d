import type { Template, TemplateInput } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Creation } from '../../server/activity/new-invoices.ts'
import { templateInput } from '../../server/activity/own-records.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { withTemplate, withTemplateOf } from '../with-template.ts'
import { ownInvoice } from './first-invoices.ts'

/** Of which a draft order need not have the second. */
const TYPES = ['invoice', 'packing_slip'] as const
const MOST = 6
/** Orders that are scarce serve elsewhere first. */
const ORDERS_TO_SPARE = 12

/** The store's templates, new ones, and new ones after an update. */
export const usableTemplates = check('templates.usable', {
  name: 'creating, regenerating and fetching with each template',
  async run(law) {
    const invoice = await ownInvoice(law)
    if (!invoice) return law.notExercised('no order could be invoiced')
    const types = invoice.draft ? TYPES.slice(0, 1) : TYPES
    const items = await law.store.lastingTemplates()
    const usable = items.filter((item) => types.some((type) => type === item.template_type))
    for (const { id } of usable.slice(0, MOST)) await judgeUsable(law, invoice, id, 'a template of the store')
    for (const template_type of types) {
      await judgeNew(law, invoice, template_type)
      await judgeWithoutLogo(law, invoice, template_type)
    }
    for (const looks of ODD_LOOKS)
      await judgeDrawn(
        law,
        invoice,
        await templateInput(law.session, looks(law.marker)),
        'a template of odd looks',
      )
  },
})

async function judgeNew(
  law: Law,
  invoice: Creation,
  template_type: Template['template_type'],
): Promise<void> {
  const judged = await withTemplate(law, { template_type }, async ({ id }) => {
    await judgeFirst(law, id)
    await judgeUsable(law, invoice, id, 'a new template')
    const template = await templateInput(law.session, { template_type })
    const updated = await law.call('updateTemplate', { params: { id }, body: { template } })
    if (isSuccess(updated)) await judgeUsable(law, invoice, id, 'a template that was updated')
    return true
  })
  if (!judged) law.missing(`the server took no ${template_type} template of ours`)
}

/** Its logo is switched on, and there is none. */
async function judgeWithoutLogo(
  law: Law,
  invoice: Creation,
  template_type: Template['template_type'],
): Promise<void> {
  const { logo_url: _, ...input } = await templateInput(law.session, { template_type, logo_enabled: true })
  await judgeDrawn(law, invoice, input, 'a template whose logo has no address')
}

/** What a server may refuse of a template; where it takes it, it must be able to use it. Names become those of files. */
const ODD_LOOKS: readonly ((mark: string) => Partial<TemplateInput>)[] = [
  (mark) => ({ name: `Invoice / copy ${mark}` }),
  (mark) => ({ name: `請求書 "№ 1" ${mark}` }),
  () => ({ accent_color: 'red' }),
  () => ({ accent_color: '#abc' }),
  () => ({ font_family: 'Noto Sans' }),
  () => ({ logo_enabled: true }),
  () => ({ logo_enabled: true, logo_width: 0 }),
  () => ({ date_format: 'DD MMMM YYYY [at] n %' }),
  () => ({ font_size: 0 }),
]

/** Documents by a template of this input, where the server takes it. */
async function judgeDrawn(
  law: Law,
  { invoice: { slug } }: Creation,
  input: TemplateInput,
  what: string,
): Promise<void> {
  await withTemplateOf(law, input, async ({ id }) => {
    const call = { params: { slug }, query: { template_id: id } }
    for (const operation of ['regenerateInvoice', 'readInvoicePdf'] as const)
      judgeInvoice(law, await law.call(operation, call), what)
  })
}

/** The first creation of an order's invoice, with its PDF and without, where there are orders to spare. */
async function judgeFirst(law: Law, template_id: number): Promise<void> {
  for (const options of [{}, { generate_pdf: false }]) {
    const order = law.orders.left(false) > ORDERS_TO_SPARE ? law.orders.take(false) : null
    if (order === null) return
    const body = bodyOf(order, { template_id, ...options })
    const exchange = await law.call('createInvoice', { body })
    if (!isSuccess(exchange) && (await law.platform.isGone(order))) continue
    judgeInvoice(law, exchange, 'a new template')
  }
}

async function judgeUsable(law: Law, made: Creation, template_id: number, what: string): Promise<void> {
  const call = { params: { slug: made.invoice.slug }, query: { template_id } }
  for (const options of [{}, { generate_pdf: false }, { generate_pdf: true }]) {
    const body = bodyOf(made, { template_id, ...options })
    judgeInvoice(law, await law.call('createInvoice', { body }), what)
  }
  judgeInvoice(law, await law.call('regenerateInvoice', call), what)
  if (law.mayCall('readInvoicePdf', call)) judgeInvoice(law, await law.call('readInvoicePdf', call), what)
}

function judgeInvoice(law: Law, exchange: Exchange, what: string): void {
  law.judge(isSuccess(exchange) && isObject(member(exchange, 'invoice')), {
    message: `${exchange.operation} with the id of ${what}`,
    expected: 'a success with the invoice',
    exchanges: exchange,
  })
}
