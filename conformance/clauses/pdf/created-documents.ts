import type { ClauseId } from '../../../schemas/clauses.ts'
import type { CreateInvoiceRequest, Template } from '../../../schemas/types.ts'
import type { Check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
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
async function firstCreation(
  trial: Trial,
  clause: ClauseId,
  body: Options,
  draft = false,
): Promise<Creation> {
  const { session } = trial
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const order_id = session.orders.take(draft)
    if (order_id === null)
      return trial.notExercised(`no ${draft ? 'draft ' : ''}order is left that could be invoiced`)
    const order = { order_id, ...(draft && { draft }) }
    const before = await session.inventory.invoices()
    const exchange = await trial.call('createInvoice', { body: { ...order, ...body } })
    const made = creation(before, { order_id, draft, exchange })
    if (made?.fresh) return made
    if (!made) await judgeRefusal(trial, clause, order, exchange)
  }
  return trial.notExercised('the orders that were tried have their invoices already')
}

/** An order that is invoiced without the options, and was refused with them, is the options' fault. */
async function judgeRefusal(
  trial: Trial,
  clause: ClauseId,
  order: Options,
  refusal: Exchange,
): Promise<void> {
  const plain = await trial.call('createInvoice', { body: order })
  if (isSuccess(plain))
    trial.fail(clause, {
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
function firstOnDemand(trial: Trial, draft: boolean): Promise<NeverMade> {
  const known = neverMade.get(trial.session) ?? new Map<boolean, Promise<NeverMade>>()
  neverMade.set(trial.session, known)
  const made = known.get(draft) ?? makeOnDemand(trial, draft)
  known.set(draft, made)
  return made
}

async function makeOnDemand(trial: Trial, draft: boolean): Promise<NeverMade> {
  const { invoice } = await firstCreation(trial, 'create.generate-pdf', { generate_pdf: false }, draft)
  return { invoice, fetched: await fetchDocument(trial.session, invoice.slug) }
}

/** Without generate_pdf the first GET makes the PDF: what pdf.on-demand and create.generate-pdf say alike. */
const onDemand = (clause: 'pdf.on-demand' | 'create.generate-pdf', draft: boolean): Check => ({
  name: `${clause}: the document of a ${draft ? 'draft ' : ''}order's invoice created with generate_pdf false`,
  clauses: [clause, 'pdf.envelope'],
  needs: [draft ? 'draft_orders' : 'orders', 'pdf'],
  async run(trial) {
    const { invoice, fetched } = await firstOnDemand(trial, draft)
    complete(trial, clause, fetched)
    trial.pass(clause)
    judgeEnvelope(trial, fetched.answer, invoice)
    await documentOf(trial, clause, invoice.slug)
  },
})

/** pdf.on-demand where the packing slip is asked for first. */
const slipOnDemand: Check = {
  name: 'both documents of an invoice created with generate_pdf false, the packing slip first',
  clauses: ['pdf.on-demand', 'pdf.packing-slip'],
  needs: ['orders', 'pdf'],
  async run(trial) {
    const { invoice } = await firstCreation(trial, 'create.generate-pdf', { generate_pdf: false })
    await documentOf(trial, 'pdf.packing-slip', invoice.slug, { packing_slip: true })
    await bothDocuments(trial, 'pdf.on-demand', invoice.slug)
  },
}

/** create.generate-pdf: the PDF is there whether it was asked for, by a template or without, or not mentioned. */
const generated: Check = {
  name: 'the documents of invoices created with generate_pdf true and without it',
  clauses: ['create.generate-pdf', 'pdf.envelope'],
  async run(trial) {
    const template = await ownTemplate(trial)
    const template_id = template?.id
    for (const body of [{}, { generate_pdf: true, ...(template_id !== undefined && { template_id }) }]) {
      const { invoice } = await firstCreation(trial, 'create.generate-pdf', body)
      const document = await documentOf(trial, 'create.generate-pdf', invoice.slug)
      trial.pass('create.generate-pdf')
      judgeEnvelope(trial, document.exchanges[0]!, invoice)
      if (!template || !('generate_pdf' in body)) continue
      await observeTemplate(trial, invoice.slug, document, { template_id: template.id })
      await judgeWithoutTemplate(trial, template, invoice.slug)
    }
  },
}

/** With its template deleted a document falls back to the store's default. */
async function judgeWithoutTemplate(trial: Trial, { id }: Template, slug: string): Promise<void> {
  await deleteOwn(trial.session, 'templates', id)
  await documentOf(trial, 'create.generate-pdf', slug)
}

async function ownTemplate(trial: Trial): Promise<Template | null> {
  const permitted = trial.session.client.permits('createTemplate')
  return permitted ? (await createTemplate(trial.session)).record : null
}

/** Which template serves an invoice that was made with another one than the default. */
async function observeTemplate(
  trial: Trial,
  slug: string,
  plain: Document,
  query: DocumentQuery,
): Promise<void> {
  const own = await tryDocument(trial, slug, query)
  const isUsed = own && withoutDates(plain.bytes) === withoutDates(own.bytes)
  if (own)
    trial.session.observations.observe(
      'pdf.template_default',
      isUsed ? 'last_used' : 'store_default',
      ...plain.exchanges,
    )
}

/** create.packing-slip: both documents of an order that began with its packing slip. */
const packingSlip: Check = {
  name: 'the documents of an order created with packing_slip true',
  clauses: ['create.packing-slip', 'create.returns-existing'],
  run: (trial) => judgeCreated(trial, 'create.packing-slip', { packing_slip: true }),
}

/** create.packing-slip-inferred: the same by a packing slip template. */
const inferred: Check = {
  name: 'the documents of an order created with a packing slip template',
  clauses: ['create.packing-slip-inferred', 'create.returns-existing'],
  async run(trial) {
    const template = await slipTemplate(trial)
    if (!template)
      return trial.notExercised('the store has no packing slip template, and none may be created')
    await judgeCreated(trial, 'create.packing-slip-inferred', { template_id: template.id })
    if (template.isOwn) await deleteOwn(trial.session, 'templates', template.id)
  },
}

/** A packing slip template of the run's own where it may have one, else one of the store. */
export async function slipTemplate(trial: Trial): Promise<{ id: number; isOwn: boolean } | null> {
  const own = trial.session.client.permits('createTemplate')
    ? (await createTemplate(trial.session, { template_type: 'packing_slip' })).record
    : null
  if (own) return { id: own.id, isOwn: true }
  const items = await trial.session.inventory.lastingTemplates()
  const stored = items.find(({ template_type }) => template_type === 'packing_slip')
  return stored ? { id: stored.id, isOwn: false } : null
}

/** Both documents of a new invoice can be fetched, in either order, and neither has the other's place. */
async function judgeCreated(trial: Trial, clause: ClauseId, body: Options): Promise<void> {
  const ordinary = await ordinaryDocuments(trial)
  const made = await firstCreation(trial, clause, body)
  const { invoice, order_id } = made
  const plain = await documentOf(trial, clause, invoice.slug)
  const both = await bothDocuments(trial, clause, invoice.slug)
  const labels = labelsOf((ordinary ?? both).invoice, (ordinary ?? both).slip)
  judgeKinds(trial, clause, both, labels)
  judgeKinds(trial, clause, { ...both, invoice: plain }, labels)
  if (body.template_id !== undefined)
    judgeKinds(trial, clause, { ...both, slip: await documentOf(trial, clause, invoice.slug, body) }, labels)
  trial.success(
    clause,
    await trial.call('createInvoice', { body: { order_id, ...body } }),
    'the same invoice',
  )
  await judgeOtherOptions(trial, made)
}

/** The documents of another invoice, to learn their words from. */
async function ordinaryDocuments(trial: Trial): Promise<Both | null> {
  const [invoice] = await orderInvoices(trial, 1)
  if (!invoice) return null
  const own = await tryDocument(trial, invoice.slug)
  const slip = await tryDocument(trial, invoice.slug, { packing_slip: true })
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
