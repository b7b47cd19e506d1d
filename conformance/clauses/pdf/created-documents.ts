import type { CreateInvoiceRequest, Template } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { invoicing, type Creation } from '../../server/activity/new-invoices.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { withoutDates } from '../../server/pdf/text.ts'
import { perRun } from '../../server/per-run.ts'
import { bodyOf, kindOfOrder, type Order } from '../../server/store/order-supply.ts'
import { judgeOtherOptions } from '../create/other-options.ts'
import { hasLateOrder } from '../spare-order.ts'
import { withTemplate } from '../with-template.ts'
import { bothDocuments, judgeKinds, tryBoth } from './both-documents.ts'
import { complete, documentOf, fetchDocument, tryDocument, type Document, type Fetched } from './document.ts'
import { judgeEnvelope } from './envelope.ts'
import { earlierInvoice } from './invoices.ts'

type Options = Partial<CreateInvoiceRequest>

/** A creation that is surely the first of its order; else the check ends. */
async function firstCreation(law: Law, options: Options, draft = false): Promise<Creation> {
  for await (const { order, exchange, made } of invoicing(law.session, { draft, options })) {
    if (made?.fresh) return made
    if (!made) await judgeRefusal(law, order, exchange)
  }
  return law.notExercised(`no ${kindOfOrder(draft)} is left that could be invoiced`)
}

/** An order that is invoiced without the options, and was refused with them, is the options' fault. */
async function judgeRefusal(law: Law, order: Order, refusal: Exchange): Promise<void> {
  const plain = await law.call('createInvoice', { body: bodyOf(order) })
  if (isSuccess(plain))
    throw law.violation({
      expected: 'the invoice, as without the options',
      got: `${refusal.response.status} ${refusal.response.text.slice(0, 200)}`,
      exchanges: [plain, refusal],
    })
}

/** An invoice of which no document was made, the first one asked for, and what was answered to who asked for it meanwhile. */
interface NeverMade {
  invoice: Creation['invoice']
  fetched: Fetched
  meanwhile: Exchange
}

/** One for orders and one for draft orders. */
const neverMade = perRun<boolean, Promise<NeverMade>>()

async function makeOnDemand(law: Law, draft: boolean): Promise<NeverMade> {
  const { invoice } = await firstCreation(law.of('create.generate-pdf'), { generate_pdf: false }, draft)
  const [fetched, meanwhile] = await Promise.all([
    fetchDocument(law.session, invoice.slug),
    law.call('readInvoicePdf', { params: { slug: invoice.slug } }),
  ])
  return { invoice, fetched, meanwhile }
}

/** Without generate_pdf the first GET makes the PDF: what pdf.on-demand and create.generate-pdf say alike. */
async function judgeOnDemand(law: Law, draft: boolean): Promise<void> {
  const { invoice, fetched, meanwhile } = await neverMade(law.session, draft, () => makeOnDemand(law, draft))
  const { answer } = complete(law, fetched)
  law.success(meanwhile, 'a document, for each of two that ask for the first one at once')
  law.pass()
  judgeEnvelope(law.of('pdf.envelope'), answer, invoice)
  await documentOf(law, invoice.slug)
}

const onDemand = [false, true].flatMap((draft) => {
  const of = kindOfOrder(draft)
  const needs = [draft ? 'draft_orders' : 'orders', 'pdf'] as const
  const run = (law: Law) => judgeOnDemand(law, draft)
  return [
    check(['pdf.on-demand', 'pdf.envelope'], {
      name: `the first document of ${draft ? 'a' : 'an'} ${of}'s invoice created with generate_pdf false`,
      needs,
      run,
    }),
    check(['create.generate-pdf', 'pdf.envelope'], {
      name: `creating for ${draft ? 'a' : 'an'} ${of} with generate_pdf false`,
      needs,
      run,
    }),
  ]
})

/** Where the packing slip is asked for first. */
const slipOnDemand = check(['pdf.on-demand', 'pdf.packing-slip'], {
  name: 'both documents of an invoice created with generate_pdf false, the packing slip first',
  needs: ['orders', 'pdf'],
  async run(law) {
    const { invoice } = await firstCreation(law.of('create.generate-pdf'), { generate_pdf: false })
    await documentOf(law.of('pdf.packing-slip'), invoice.slug, { packing_slip: true })
    await bothDocuments(law, invoice.slug)
  },
})

/** The PDF is there whether it was asked for, by a template or without, or not mentioned. */
const generated = check(['create.generate-pdf', 'pdf.envelope'], {
  name: 'the documents of invoices created with generate_pdf true and without it',
  shows: ['pdf.template_default'],
  async run(law) {
    await judgeGenerated(law, {})
    const slug = await withTemplate(law, {}, async ({ id }) => {
      const made = await judgeGenerated(law, { generate_pdf: true, template_id: id })
      await observeTemplate(law, made.slug, made.document, id)
      return made.slug
    })
    // With its template deleted a document falls back to the store's default.
    if (slug !== null) await documentOf(law, slug)
    else await judgeGenerated(law, { generate_pdf: true })
  },
})

async function judgeGenerated(law: Law, options: Options): Promise<{ slug: string; document: Document }> {
  const { invoice } = await firstCreation(law, options)
  const document = await documentOf(law, invoice.slug)
  law.pass()
  judgeEnvelope(law.of('pdf.envelope'), document.answer, invoice)
  return { slug: invoice.slug, document }
}

/** Which template serves an invoice that was made with another one than the default. */
async function observeTemplate(law: Law, slug: string, plain: Document, template_id: number): Promise<void> {
  const own = await tryDocument(law, slug, { template_id })
  const isUsed = own && withoutDates(plain.bytes) === withoutDates(own.bytes)
  if (own) law.observe('pdf.template_default', isUsed ? 'last_used' : 'store_default', ...plain.exchanges)
}

/** Both documents of an order that began with its packing slip. */
const packingSlip = check(['create.packing-slip', 'create.returns-existing'], {
  name: 'the documents of an order created with packing_slip true',
  async run(law) {
    await judgeCreated(law, { packing_slip: true })
    // Of that one nothing is made before its documents are asked for.
    if (hasLateOrder(law)) await judgeCreated(law, { packing_slip: true, generate_pdf: false })
  },
})

/** The same by a packing slip template. */
const inferred = check(['create.packing-slip-inferred', 'create.returns-existing'], {
  name: 'the documents of an order created with a packing slip template',
  async run(law) {
    const judged = await withSlipTemplate(law, ({ id }) => judgeCreated(law, { template_id: id }))
    if (!judged) law.notExercised('the store has no packing slip template, and none may be created')
  },
})

/** A packing slip template of the run's own where it may have one, else one of the store; answers whether there is any. */
export async function withSlipTemplate(
  law: Law,
  use: (template: Template) => Promise<void>,
): Promise<boolean> {
  const isUsed = await withTemplate(law, { template_type: 'packing_slip' }, async (template) => {
    await use(template)
    return true
  })
  if (isUsed) return true
  const [stored] = await law.store.lastingTemplates('packing_slip')
  if (stored) await use(stored)
  return stored !== undefined
}

/** Both documents of a new invoice can be fetched, in either order, and neither has the other's place. */
async function judgeCreated(law: Law, options: Options): Promise<void> {
  const other = await earlierInvoice(law)
  // The documents of another invoice, to learn their words from.
  const ordinary = other ? await tryBoth(law, other.slug) : null
  const made = await firstCreation(law, options)
  const { slug } = made.invoice
  const plain = await documentOf(law, slug)
  const both = await bothDocuments(law, slug)
  const like = ordinary ?? both
  judgeKinds(law, both, like)
  judgeKinds(law, { ...both, invoice: plain }, like)
  const { template_id } = options
  if (template_id !== undefined)
    judgeKinds(law, { ...both, slip: await documentOf(law, slug, { template_id }) }, like)
  law.success(await law.call('createInvoice', { body: bodyOf(made, options) }), 'the same invoice')
  await judgeOtherOptions(law.of('create.returns-existing'), made)
}

/** Two checks look at one invoice. */
export const firstDocuments: readonly Check[] = onDemand
/** They look at the documents of a neighbour too. */
export const besideNeighbour: readonly Check[] = [packingSlip, inferred]
/** Of invoices that no other check knows. */
export const createdDocuments: readonly Check[] = [slipOnDemand, generated]
