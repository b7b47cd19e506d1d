import { chosenTemplate, ensureMade, produce, readWanted, reproduce } from './documents.ts'
import { downloadUrl } from './downloads.ts'
import { queueEmail } from './emails.ts'
import { parameter, readBody, readDocumentQuery, readFields, templateId } from './input.ts'
import { matches, pageOf, readFilters, readPaging, sorted } from './listing.ts'
import { sync } from './platform.ts'
import { customerName, fullName, invoiceDetail, invoiceSummary, shownCountry } from './presentation.ts'
import { Refusal, settle, unprocessable, type Reply } from './refusal.ts'
import type { Call, Invoice, Text } from './store.ts'

/** GET /invoices */
export function listInvoices(call: Call): () => Reply {
  const paging = readPaging(call, call.world.answers.outOfRange)
  const kept = readFilters(call)
  return () => listed(call, paging, kept)
}

/** GET /invoices/search */
export function searchInvoices(call: Call): () => Reply {
  const { answers } = call.world
  const [paging, q] = settle(
    answers,
    () => readPaging(call, answers.searchOutOfRange),
    () => readQuestion(call),
  )
  const everything = answers.emptyQuery === 'everything'
  const kept = (invoice: Invoice) =>
    q.trim() === '' ? everything : matches(answers, searched(call, invoice), q)
  return () => listed(call, paging, kept)
}

function listed(
  call: Call,
  paging: { page: number; perPage: number },
  kept: (invoice: Invoice) => boolean,
): Reply {
  const { answers } = call.world
  const invoices = sorted(answers, call.store.invoices.values(), (invoice) => invoice.number).filter(kept)
  const { rows, meta } = pageOf(answers, invoices, paging)
  return { status: 200, body: { invoices: rows.map((invoice) => invoiceSummary(call.world, invoice)), meta } }
}

function readQuestion(call: Call): string {
  const q = parameter(call, 'q')
  const refused = q?.trim() === '' && call.world.answers.emptyQuery === 'unprocessable'
  if (q === undefined || refused) throw unprocessable('q', 'is required')
  return q
}

function searched({ world: { answers } }: Call, { number, order }: Invoice): (Text | undefined)[] {
  const { customer, billing_address: billing, shipping_address: shipping } = order
  const addresses = { either: [billing, shipping], billing: [billing], shipping: [shipping] }
  const countries = addresses[answers.searchedCountry].map((address) => address?.country ?? null)
  const shownOnes = countries.map((country) => shownCountry(answers, country))
  return [
    customerName(answers, order),
    fullName(customer),
    customer.email,
    number,
    order.name,
    ...countries,
    ...shownOnes,
  ]
}

function found({ store, key }: Call): Invoice {
  const invoice = store.invoices.get(key)
  if (!invoice) throw new Refusal('not_found')
  return invoice
}

/** GET /invoices/{slug} */
export function readInvoice(call: Call): () => Reply {
  const invoice = found(call)
  return () => ({ status: 200, body: { invoice: invoiceDetail(call.world, invoice) } })
}

/** POST /invoices/{slug}/regenerate */
export function regenerateInvoice(call: Call): () => Reply {
  const { world, store } = call
  const [invoice, wanted] = settle(
    world.answers,
    () => found(call),
    () => readWanted(call, readDocumentQuery(call), true),
  )
  ensureMade(world, invoice, wanted)
  const order = (invoice.draft ? store.draftOrders : store.orders).get(invoice.order.id)
  if (!order && world.answers.deletedOrder === 'refused') throw unprocessable('order', 'is gone')
  return () => {
    if (order) sync(invoice, order)
    reproduce(world, store, invoice, wanted)
    if (world.answers.ownEmails === 'of regenerations') queueEmail(world, store, invoice)
    return { status: world.answers.regeneratedStatus, body: { invoice: invoiceDetail(world, invoice) } }
  }
}

/** GET /invoices/{slug}/pdf */
export function readInvoicePdf(call: Call): () => Reply {
  const { world, store } = call
  const [invoice, wanted] = settle(
    world.answers,
    () => found(call),
    () => readWanted(call, readDocumentQuery(call), true),
  )
  ensureMade(world, invoice, wanted)
  return () => {
    const document = produce(world, store, invoice, wanted)
    const { slug, number } = invoice
    return { status: 200, body: { invoice: { slug, number, pdf_url: downloadUrl(world, store, document) } } }
  }
}

/** POST /invoices/{slug}/send_email */
export function sendInvoiceEmail(call: Call): () => Reply {
  const { world, store } = call
  const { answers } = world
  const fields = { template_id: templateId(answers) }
  const [invoice, template] = settle(
    answers,
    () => found(call),
    () => chosenTemplate(call, readFields(answers, fields, readBody(call))['template_id'], true),
  )
  const isSlip = template?.values['template_type'] === 'packing_slip'
  ensureMade(world, invoice, { kind: isSlip ? 'packing_slip' : 'invoice', template })
  const to = invoice.order.customer.email ?? ''
  if (to === '' && answers.emailWithoutAddress === 'unprocessable')
    throw unprocessable('customer', 'has no email')
  return () => {
    queueEmail(world, store, invoice, template)
    return { status: answers.queuedStatus, body: { message: answers.emailMessage } }
  }
}
