import type { ClauseId } from '../../../schemas/clauses.ts'
import type { CreateInvoiceRequest, Template } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { withoutDates } from '../../server/pdf/text.ts'
import { createTemplate, deleteOwn } from '../../server/store/own-records.ts'
import { creation, type Creation } from '../../server/store/new-invoices.ts'
import type { Session } from '../../server/session.ts'
import { judgeOtherOptions } from '../create/other-options.ts'
import { bothDocuments, judgeKinds, type Both } from './both-documents.ts'
import {
  complete,
  documentOf,
  fetchDocument,
  tryDocument,
  type Document,
  type DocumentQuery,
  type Fetched,
} from './document.ts'
import { judgeEnvelope } from './envelope.ts'
import { labelsOf } from './kinds.ts'
import { orderInvoices } from './packing-slips.ts'

type Options = Partial<CreateInvoiceRequest>

/** Orders that are tried while one turns out to be invoiced already. */
const TRIES = 4

/** A creation that is surely the first of its order; else the check ends. */
async function firstCreation(law: Law, clause: ClauseId, body: Options, draft = false): Promise<Creation> {
  const { session } = law
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const order_id = session.orders.take(draft)
    if (order_id === null)
      return law.notExercised(`no ${draft ? 'draft ' : ''}order is left that could be invoiced`)
    const order = { order_id, ...(draft && { draft }) }
    const before = await session.inventory.invoices()
    const exchange = await law.call('createInvoice', { body: { ...order, ...body } })
    const made = creation(before, { order_id, draft, exchange })
    if (made?.fresh) return made
    if (!made) await judgeRefusal(law, clause, order, exchange)
  }
  return law.notExercised('the orders that were tried have their invoices already')
}

/** An order that is invoiced without the options, and was refused with them, is the options' fault. */
async function judgeRefusal(law: Law, clause: ClauseId, order: Options, refusal: Exchange): Promise<void> {
  const plain = await law.call('createInvoice', { body: order })
  if (isSuccess(plain))
    throw law.of(clause).violation({
      expected: 'the invoice, as without the options',
      got: `${refusal.response.status} ${refusal.response.text.slice(0, 200)}`,
      exchanges: [plain, refusal],
    })
}

/** An invoice of which no document was made, and the first one asked for. */
interface NeverMade {
  invoice: Creation['invoice']
  fetched: Fetched
}

const neverMade = new WeakMap<Session, Map<boolean, Promise<NeverMade>>>()

/** One for orders and one for draft orders, made once in a run. */
function firstOnDemand(law: Law, draft: boolean): Promise<NeverMade> {
  const known = neverMade.get(law.session) ?? new Map<boolean, Promise<NeverMade>>()
  neverMade.set(law.session, known)
  const made = known.get(draft) ?? makeOnDemand(law, draft)
  known.set(draft, made)
  return made
}

async function makeOnDemand(law: Law, draft: boolean): Promise<NeverMade> {
  const { invoice } = await firstCreation(law, 'create.generate-pdf', { generate_pdf: false }, draft)
  return { invoice, fetched: await fetchDocument(law.session, invoice.slug) }
}

/** Without generate_pdf the first GET makes the PDF: what pdf.on-demand and create.generate-pdf say alike. */
const onDemand = (clause: 'pdf.on-demand' | 'create.generate-pdf', draft: boolean): Check =>
  check([clause, 'pdf.envelope'], {
    name: `${clause}: the document of a ${draft ? 'draft ' : ''}order's invoice created with generate_pdf false`,
    needs: [draft ? 'draft_orders' : 'orders', 'pdf'],
    async run(law) {
      const { invoice, fetched } = await firstOnDemand(law, draft)
      complete(law, clause, fetched)
      law.of(clause).pass()
      judgeEnvelope(law, fetched.answer, invoice)
      await documentOf(law, clause, invoice.slug)
    },
  })

/** pdf.on-demand where the packing slip is asked for first. */
const slipOnDemand = check(['pdf.on-demand', 'pdf.packing-slip'], {
  name: 'both documents of an invoice created with generate_pdf false, the packing slip first',
  needs: ['orders', 'pdf'],
  async run(law) {
    const { invoice } = await firstCreation(law, 'create.generate-pdf', { generate_pdf: false })
    await documentOf(law, 'pdf.packing-slip', invoice.slug, { packing_slip: true })
    await bothDocuments(law, 'pdf.on-demand', invoice.slug)
  },
})

/** create.generate-pdf: the PDF is there whether it was asked for, by a template or without, or not mentioned. */
const generated = check(['create.generate-pdf', 'pdf.envelope'], {
  name: 'the documents of invoices created with generate_pdf true and without it',
  async run(law) {
    const template = await ownTemplate(law)
    const template_id = template?.id
    for (const body of [{}, { generate_pdf: true, ...(template_id !== undefined && { template_id }) }]) {
      const { invoice } = await firstCreation(law, 'create.generate-pdf', body)
      const document = await documentOf(law, 'create.generate-pdf', invoice.slug)
      law.of('create.generate-pdf').pass()
      judgeEnvelope(law, document.exchanges[0]!, invoice)
      if (!template || !('generate_pdf' in body)) continue
      await observeTemplate(law, invoice.slug, document, { template_id: template.id })
      await judgeWithoutTemplate(law, template, invoice.slug)
    }
  },
})

/** With its template deleted a document falls back to the store's default. */
async function judgeWithoutTemplate(law: Law, { id }: Template, slug: string): Promise<void> {
  await deleteOwn(law.session, 'templates', id)
  await documentOf(law, 'create.generate-pdf', slug)
}

async function ownTemplate(law: Law): Promise<Template | null> {
  const permitted = law.permits('createTemplate')
  return permitted ? (await createTemplate(law.session)).record : null
}

/** Which template serves an invoice that was made with another one than the default. */
async function observeTemplate(law: Law, slug: string, plain: Document, query: DocumentQuery): Promise<void> {
  const own = await tryDocument(law, slug, query)
  const isUsed = own && withoutDates(plain.bytes) === withoutDates(own.bytes)
  if (own) law.observe('pdf.template_default', isUsed ? 'last_used' : 'store_default', ...plain.exchanges)
}

/** create.packing-slip: both documents of an order that began with its packing slip. */
const packingSlip = check(['create.packing-slip', 'create.returns-existing'], {
  name: 'the documents of an order created with packing_slip true',
  run: (law) => judgeCreated(law, 'create.packing-slip', { packing_slip: true }),
})

/** create.packing-slip-inferred: the same by a packing slip template. */
const inferred = check(['create.packing-slip-inferred', 'create.returns-existing'], {
  name: 'the documents of an order created with a packing slip template',
  async run(law) {
    const template = await slipTemplate(law)
    if (!template) return law.notExercised('the store has no packing slip template, and none may be created')
    await judgeCreated(law, 'create.packing-slip-inferred', { template_id: template.id })
    if (template.isOwn) await deleteOwn(law.session, 'templates', template.id)
  },
})

/** A packing slip template of the run's own where it may have one, else one of the store. */
export async function slipTemplate(law: Law): Promise<{ id: number; isOwn: boolean } | null> {
  const own = law.permits('createTemplate')
    ? (await createTemplate(law.session, { template_type: 'packing_slip' })).record
    : null
  if (own) return { id: own.id, isOwn: true }
  const items = await law.store.lastingTemplates()
  const stored = items.find(({ template_type }) => template_type === 'packing_slip')
  return stored ? { id: stored.id, isOwn: false } : null
}

/** Both documents of a new invoice can be fetched, in either order, and neither has the other's place. */
async function judgeCreated(law: Law, clause: ClauseId, body: Options): Promise<void> {
  const ordinary = await ordinaryDocuments(law)
  const made = await firstCreation(law, clause, body)
  const { invoice, order_id } = made
  const plain = await documentOf(law, clause, invoice.slug)
  const both = await bothDocuments(law, clause, invoice.slug)
  const labels = labelsOf((ordinary ?? both).invoice, (ordinary ?? both).slip)
  judgeKinds(law, clause, both, labels)
  judgeKinds(law, clause, { ...both, invoice: plain }, labels)
  if (body.template_id !== undefined)
    judgeKinds(law, clause, { ...both, slip: await documentOf(law, clause, invoice.slug, body) }, labels)
  law.of(clause).success(await law.call('createInvoice', { body: { order_id, ...body } }), 'the same invoice')
  await judgeOtherOptions(law, made)
}

/** The documents of another invoice, to learn their words from. */
async function ordinaryDocuments(law: Law): Promise<Both | null> {
  const [invoice] = await orderInvoices(law, 1)
  if (!invoice) return null
  const own = await tryDocument(law, invoice.slug)
  const slip = await tryDocument(law, invoice.slug, { packing_slip: true })
  return own && slip && { invoice: own, slip }
}

export const createdDocuments: readonly Check[] = [
  onDemand('pdf.on-demand', false),
  onDemand('pdf.on-demand', true),
  onDemand('create.generate-pdf', false),
  onDemand('create.generate-pdf', true),
  packingSlip,
  inferred,
  slipOnDemand,
  generated,
]
