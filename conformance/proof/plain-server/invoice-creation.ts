import { randomBytes, randomUUID } from 'node:crypto'
import type { Answers } from './answers.ts'
import { fileCustomer } from './customers.ts'
import { ensureMade, produce, readWanted, type Wanted } from './documents.ts'
import { sendByItself } from './emails.ts'
import { demand, readBody, readFields, templateId, type Fields } from './input.ts'
import { sync } from './platform.ts'
import { invoiceDetail } from './presentation.ts'
import { unprocessable, type Reply } from './refusal.ts'
import type { Call, Invoice, InvoiceType, Order, Store, World } from './store.ts'

const creationFields = (answers: Answers): Fields => ({
  order_id: { kind: 'integer', fallback: null },
  draft: { kind: 'flag', fallback: false },
  generate_pdf: { kind: 'flag', fallback: true },
  template_id: templateId(answers),
  packing_slip: { kind: 'flag', fallback: null },
})

interface Creation {
  draft: boolean
  order: Order | undefined
  existing: Invoice | undefined
  generates: boolean
  wanted: Wanted
}

function readCreation(call: Call): Creation {
  const { world, store } = call
  const values = readFields(world.answers, creationFields(world.answers), readBody(call))
  demand(['order_id'], values)
  const wanted = readWanted(call, values, false)
  const orderId = Number(values['order_id'])
  const inferred = world.answers.draftFlag === 'inferred'
  const draft = inferred ? store.draftOrders.has(orderId) : values['draft'] === true
  const order = (draft ? store.draftOrders : store.orders).get(orderId)
  const existing = [...store.invoices.values()].find((one) => one.draft === draft && one.order.id === orderId)
  return { draft, order, existing, generates: values['generate_pdf'] !== false, wanted }
}

/** POST /invoices */
export function createInvoice(call: Call): () => Reply {
  const creation = readCreation(call)
  const { draft, existing, order, wanted } = creation
  if (order) ensureMade(call.world, { type: 'invoice', draft }, wanted)
  if (existing) return () => returned(call, creation, existing)
  if (order) return () => created(call, creation, order)
  throw unprocessable('order_id', 'is not known')
}

function returned({ world, store }: Call, { order, generates, wanted }: Creation, invoice: Invoice): Reply {
  if (order && world.answers.existingResync) sync(invoice, order)
  if (generates && world.answers.existingWithOptions === 'produced') produce(world, store, invoice, wanted)
  return { status: world.answers.existingStatus, body: { invoice: invoiceDetail(world, invoice) } }
}

function created({ world, store }: Call, { draft, generates, wanted }: Creation, order: Order): Reply {
  const invoice = addInvoice(
    world,
    store,
    order,
    draft,
    draft ? draftType(world, order) : 'invoice',
    Date.now(),
  )
  if (generates) produce(world, store, invoice, wanted)
  sendByItself(world, store, invoice)
  if (world.answers.filesCustomer) fileCustomer(world, store, order.customer)
  return { status: world.answers.createdStatus, body: { invoice: invoiceDetail(world, invoice) } }
}

function draftType({ answers }: World, order: Order): InvoiceType {
  if (answers.draftType !== 'as given') return answers.draftType
  return order.invoice_type === 'pro_forma' ? 'pro_forma' : 'quote'
}

/** Files a new invoice of an order. */
export function addInvoice(
  world: World,
  store: Store,
  order: Order,
  draft: boolean,
  type: InvoiceType,
  createdAt: number,
): Invoice {
  const id = world.nextId()
  const slug = slugOf(world, createdAt)
  const number = nextNumber(world, store, id)
  const invoice = {
    id,
    slug,
    number,
    type,
    draft,
    createdAt,
    updatedAt: createdAt,
    order,
    lastTemplate: null,
  }
  store.invoices.set(slug, invoice)
  return invoice
}

function slugOf(world: World, time: number): string {
  if (world.answers.slug === 'v4') return randomUUID()
  const stamp = time.toString(16).padStart(12, '0')
  const tail = randomUUID().slice(15)
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${tail}`.toUpperCase()
}

function nextNumber({ answers }: World, store: Store, id: number): string {
  if (answers.numbering === 'random') return `R${randomBytes(5).toString('hex').toUpperCase()}`
  if (answers.numbering === 'yearly') return `${new Date().getUTCFullYear()}/${id}`
  const next = String(store.settings['next_invoice_number'])
  const [, before = '', last = ''] = /^(\D*\d*\D+|)(\d{1,30})$/.exec(next) ?? []
  const following = last === '' ? next : `${before}${String(BigInt(last) + 1n).padStart(last.length, '0')}`
  store.settings = { ...store.settings, next_invoice_number: following }
  return `${String(store.settings['invoice_number_prefix'])}${next}`
}
