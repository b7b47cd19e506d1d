import type { InvoiceDetail } from '../../../schemas/types.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import type { Law } from '../../judge/law.ts'
import type { Call } from '../../server/client/call.ts'
import { created, deleteOwn, inputOf } from '../../server/activity/own-records.ts'
import type { Watched } from '../../server/store/ledger-book.ts'
import { invoiceIn } from '../../server/activity/new-invoices.ts'
import { isObject, isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { firstCreations, hasEmail, type FirstCreation } from '../create/first-invoices.ts'
import type { Fields, Shown } from '../records/record-kind.ts'
import { CUSTOMERS, TEMPLATES, type Kind } from './kinds.ts'
import { onSettings } from './settings-beside.ts'
import type { Free, Write } from './sights.ts'

/** Orders that are left to the checks which need one without an invoice. */
const TO_SPARE = 12

const nothing: Free = () => []

/** What an invoice says of its customer: whether that follows a customer record of the same email is not said. */
const OF_CUSTOMER = ['customer', 'customer_name', 'customer_email', 'billing_address', 'shipping_address']

/** Creations: those of the run's first invoices, and where there are orders to spare one more. */
export function* creationsBeside(law: Law): Generator<Write> {
  yield firstOnes(law)
  if (law.orders.left(false) > TO_SPARE) yield another(law)
}

/**
 * The first creations of the run, which other checks may have made already. What a server does wrong to a thing in the
 * same way each time shows here alone.
 */
function firstOnes(law: Law): Write {
  let made: readonly FirstCreation[] = []
  return {
    // An invoice that was there already follows its order, which may have been edited.
    free: (thing, now) =>
      made.some(({ invoice }) => thing.startsWith(`invoice ${invoice.slug}`))
        ? 'all'
        : byCreation(
            made.map(({ invoice }) => invoice),
            thing,
            now,
          ),
    async perform() {
      made = await firstCreations(law)
      return made[0]?.exchange ?? null
    },
  }
}

/** Every write that may be sent, one after the other: of an invoice, of its customer, and of a template that it uses. */
export async function* writesBeside(law: Law, own: FirstCreation | null): AsyncGenerator<Write> {
  const invoice = own && !law.permits('createInvoice') ? null : own
  yield* onRecord(law, TEMPLATES, {}, nothing, (id) => (invoice ? onInvoice(law, invoice, id) : []))
  const { customer } = invoice?.invoice ?? {}
  const email = invoice && hasEmail(invoice.invoice) && customer ? { email: customer.email } : {}
  const ofPerson: Free = (thing, now) =>
    thing.startsWith('invoice') && JSON.stringify(now).includes(String(customer?.email)) ? OF_CUSTOMER : []
  yield* onRecord(law, CUSTOMERS, email, ofPerson, () => [])
  yield* onSettings(law, invoice?.invoice ?? null)
}

/** A record is created, used, updated and deleted. */
async function* onRecord(
  law: Law,
  kind: Kind,
  given: object,
  free: Free,
  used: (id: number) => Iterable<Write> | AsyncIterable<Write>,
): AsyncGenerator<Write> {
  const { one, many, operations } = kind
  let id: number | null = null
  const made: Watched[] = []
  const create = async () => {
    const body = { [one]: { ...(await inputOf(law.session, kind)), ...(made.length === 0 && given) } }
    const exchange = await law.call(operations.create, { body })
    id = created<Shown>(law.session, many, exchange, one)?.id ?? null
    if (id !== null) made.push(law.ledger.watch(many, id))
    return exchange
  }
  const isFree: Free = (thing, now) =>
    made.some((own) => thing === `${one} ${own.id}`) ? 'all' : free(thing, now)
  try {
    yield { free: isFree, perform: create }
    if (id === null) await create()
    if (id !== null) yield* used(id)
    yield {
      free: isFree,
      perform: async () =>
        id === null
          ? null
          : law.call(operations.update, {
              params: { id },
              body: { [one]: await inputOf(law.session, kind) },
            }),
    }
    yield {
      free: isFree,
      // Performed again it needs another one.
      async perform() {
        if (id === null) await create()
        const gone = id
        id = null
        return gone === null ? null : deleteOwn(law.session, many, gone)
      },
    }
  } finally {
    for (const left of made) if (left.isThere()) await deleteOwn(law.session, many, left.id)
  }
}

/** What can be done to an invoice by a template. */
function onInvoice(law: Law, own: FirstCreation, template_id: number): Write[] {
  const { slug, id } = own.invoice
  const params = { slug }
  const ofIt: Free = (thing) => (thing.startsWith(`invoice ${slug}`) ? 'all' : [])
  const permitted = (operation: OperationId, write: () => Promise<Exchange>, free: Free, call: Call = {}) =>
    law.permits(operation) && law.mayCall(operation, call) ? [{ perform: write, free }] : []
  return [
    ...permitted(
      'createInvoice',
      () => law.call('createInvoice', { body: bodyOf(own, { template_id }) }),
      ofIt,
    ),
    ...permitted(
      'regenerateInvoice',
      () => law.call('regenerateInvoice', { params, query: { template_id } }),
      ofIt,
    ),
    ...permitted(
      'readInvoicePdf',
      () => law.call('readInvoicePdf', { params, query: { template_id } }),
      nothing,
      { params, query: { template_id } },
    ),
    ...permitted(
      'sendInvoiceEmail',
      () => law.call('sendInvoiceEmail', { params, body: { template_id } }),
      nothing,
      { params, body: { template_id } },
    ),
    ...permitted('bulkPdf', async () => (await law.turns.start({ invoice_ids: [id] })).exchange, nothing),
  ]
}

/** An invoice of an order that nothing was made of yet. */
function another(law: Law): Write {
  let made: readonly InvoiceDetail[] = []
  return {
    free: (thing, now) => byCreation(made, thing, now),
    async perform() {
      const order = law.orders.take(false)
      const exchange = order && (await law.call('createInvoice', { body: bodyOf(order) }))
      const invoice = exchange && isSuccess(exchange) ? invoiceIn(exchange) : null
      made = invoice ? [invoice] : []
      return exchange
    },
  }
}

/** A new invoice takes the next number; its customer may be filed, or the record of that person be brought up to date. */
function byCreation(made: readonly InvoiceDetail[], thing: string, now: Fields): ReturnType<Free> {
  if (thing === 'settings') return ['next_invoice_number']
  return thing.startsWith('customer') && made.some(({ customer }) => mayBeOf(customer, now)) ? 'all' : []
}

/** Whether a record may be that of an invoice's customer: by the platform's id, the email address or the name. */
function mayBeOf(customer: unknown, record: Fields): boolean {
  if (!isObject(customer)) return true
  const isSame = (one: string, other = one) =>
    record[other] != null && String(customer[one]).toLowerCase() === String(record[other]).toLowerCase()
  return isSame('id', 'platform_customer_id') || isSame('email') || isSame('last_name')
}
