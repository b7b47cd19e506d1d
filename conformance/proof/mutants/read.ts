import { findInvoice, Refusal, touched } from '../../../mock-server/seams.ts'
import { around, changing, refusing } from './answers.ts'
import { afterGate } from './gates.ts'
import { unknownInvoiceFaults } from './invoice-faults.ts'
import { oneLate } from './memory.ts'
import type { FaultsOf } from './mutant.ts'
import { isFor } from './operations.ts'
import { onReply } from './replies.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Faults of GET /invoices/{slug}. */
export const READ_FAULTS: FaultsOf<'read'> = {
  'read.by-slug': {
    'Every slug reads the newest invoice': around('readInvoice', (request, handler) => {
      const [newest] = request.context.store.lists.invoices.in('newest_first').page(0, 1)
      return handler({ ...request, params: { ...request.params, slug: newest?.slug ?? '' } })
    }),
    'Every third read answers the invoice that was read before': oneLate<object>((before) => {
      let reads = 0
      return changing('readInvoice', 'invoice', (invoice) => {
        const last = before(invoice)
        return reads++ % 3 === 2 ? last : invoice
      })
    }),
    'Invoices of type platform_order are listed, but not-found when they are read': refusing(
      'readInvoice',
      'not-found',
      ({ context, params }) => {
        const { invoice_type } = findInvoice(context.store, params.slug)
        return invoice_type === 'platform_order'
      },
    ),
    'The oldest invoice is listed, but not-found when it is read': refusing(
      'readInvoice',
      'not-found',
      ({ context, params }) => {
        const [oldest] = context.store.lists.invoices.in('oldest_first').page(0, 1)
        return oldest?.slug === params.slug
      },
    ),
  },
  'read.unknown': {
    ...unknownInvoiceFaults('readInvoice', { invoice: null }),
    'A slug that is no UUID is unprocessable instead of not-found': afterGate(
      'known-path',
      ({ operation, params }) => {
        if (operation === 'readInvoice' && !UUID.test(params.slug))
          throw new Refusal('unprocessable', { slug: ['is not a UUID'] })
      },
    ),
  },
  'read.repeatable': {
    'A read moves updated_at': around('readInvoice', (request, handler) => {
      const { store, world } = request.context
      const invoice = findInvoice(store, request.params.slug)
      store.invoices.set(invoice.id, { ...invoice, updated_at: touched(world, invoice.updated_at) })
      return handler(request)
    }),
    'Who takes packed answers gets an invoice without its note': onReply((answer, exchange) =>
      isFor(exchange, 'readInvoice') && String(exchange.http.headers['accept-encoding']).includes('gzip')
        ? { ...answer, body: String(answer.body).replace(/"note":"[^"]*"/, '"note":""') }
        : answer,
    ),
  },
}
