import { findInvoice, Refusal, touched } from '../../../mock-server/seams.ts'
import { afterGate, around, changing, type FaultsOf, fresh, onRefusal } from './mutant.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Faults of GET /invoices/{slug}. */
export const READ_FAULTS: FaultsOf<'read'> = {
  'read.by-slug': {
    'Every slug reads the newest invoice': around('readInvoice', (request, handler) => {
      const [newest] = request.context.store.lists.invoices.in('newest_first').page(0, 1)
      return handler({ ...request, params: { ...request.params, slug: newest?.slug ?? '' } })
    }),
    'Every third read answers the invoice that was read before': fresh(() => {
      let reads = 0
      let before: object | undefined
      return changing('readInvoice', 'invoice', (invoice) => {
        const answer = reads++ % 3 === 2 ? (before ?? invoice) : invoice
        before = invoice
        return answer
      })
    }),
    'Invoices of type platform_order are listed, but not-found when they are read': around(
      'readInvoice',
      (request, handler) => {
        const { invoice_type } = findInvoice(request.context.store, request.params.slug)
        if (invoice_type === 'platform_order') throw new Refusal('not-found')
        return handler(request)
      },
    ),
    'The oldest invoice is listed, but not-found when it is read': around(
      'readInvoice',
      (request, handler) => {
        const [oldest] = request.context.store.lists.invoices.in('oldest_first').page(0, 1)
        if (oldest?.slug === request.params.slug) throw new Refusal('not-found')
        return handler(request)
      },
    ),
  },
  'read.unknown': {
    'An unknown slug answers 200 with an invoice that is null': onRefusal(
      'not-found',
      (answer) => ({ ...answer, status: 200, body: '{"invoice":null}' }),
      'readInvoice',
    ),
    'A slug that is no UUID is unprocessable instead of not-found': afterGate(
      'known-path',
      ({ operation, params }) => {
        if (operation === 'readInvoice' && !UUID.test(params.slug))
          throw new Refusal('unprocessable', { slug: ['is not a UUID'] })
      },
    ),
    'The first eight characters of a slug are enough': afterGate(
      'known-path',
      ({ operation, params, context }) => {
        if (operation !== 'readInvoice' || !context) return
        const meant = [...context.store.invoices.values()].find(
          ({ slug }) => slug.slice(0, 8) === params.slug.slice(0, 8),
        )
        if (meant) params.slug = meant.slug
      },
    ),
    'An id in place of the slug reads the invoice': afterGate(
      'known-path',
      ({ operation, params, context }) => {
        const meant = /^\d+$/.test(params.slug) ? context?.store.invoices.get(Number(params.slug)) : undefined
        if (operation === 'readInvoice' && meant) params.slug = meant.slug
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
  },
}
