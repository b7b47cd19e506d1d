import { Refusal } from '../../mock-server/rules/refusal.ts'
import { findInvoice } from '../../mock-server/rules/find.ts'
import { touched } from '../../mock-server/rules/timestamps.ts'
import { afterGate, around, changing, fresh, onRefusal, type Mutant } from './mutant.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Faults of GET /invoices/{slug}. */
export const READ_MUTANTS: readonly Mutant[] = [
  {
    id: 'read.newest-instead',
    clause: 'read.by-slug',
    says: 'Every slug reads the newest invoice.',
    mutate: around('readInvoice', (request, handler) => {
      const [newest] = request.context.store.lists.invoices.in('newest_first').page(0, 1)
      return handler({ ...request, params: { ...request.params, slug: newest?.slug ?? '' } })
    }),
  },
  {
    id: 'read.answers-before',
    clause: 'read.by-slug',
    says: 'Every third read answers the invoice that was read before.',
    deep: true,
    mutate: fresh(() => {
      let reads = 0
      let before: object | undefined
      return changing('readInvoice', 'invoice', (invoice) => {
        const answer = reads++ % 3 === 2 ? (before ?? invoice) : invoice
        before = invoice
        return answer
      })
    }),
  },
  {
    id: 'read.imported-not-found',
    clause: 'read.by-slug',
    says: 'Invoices of type platform_order are listed, but not-found when they are read.',
    deep: true,
    mutate: around('readInvoice', (request, handler) => {
      const { invoice_type } = findInvoice(request.context.store, request.params.slug)
      if (invoice_type === 'platform_order') throw new Refusal('not-found')
      return handler(request)
    }),
  },
  {
    id: 'read.oldest-not-found',
    clause: 'read.by-slug',
    says: 'The oldest invoice is listed, but not-found when it is read.',
    deep: true,
    mutate: around('readInvoice', (request, handler) => {
      const [oldest] = request.context.store.lists.invoices.in('oldest_first').page(0, 1)
      if (oldest?.slug === request.params.slug) throw new Refusal('not-found')
      return handler(request)
    }),
  },
  {
    id: 'read.unknown-empty',
    clause: 'read.unknown',
    says: 'An unknown slug answers 200 with an invoice that is null.',
    mutate: onRefusal(
      'not-found',
      (answer) => ({ ...answer, status: 200, body: '{"invoice":null}' }),
      'readInvoice',
    ),
  },
  {
    id: 'read.malformed-unprocessable',
    clause: 'read.unknown',
    says: 'A slug that is no UUID is unprocessable instead of not-found.',
    mutate: afterGate('known-path', ({ operation, params }) => {
      if (operation === 'readInvoice' && !UUID.test(params.slug))
        throw new Refusal('unprocessable', { slug: ['is not a UUID'] })
    }),
  },
  {
    id: 'read.beginning-of-slug',
    clause: 'read.unknown',
    says: 'The first eight characters of a slug are enough.',
    deep: true,
    mutate: afterGate('known-path', ({ operation, params, context }) => {
      if (operation !== 'readInvoice' || !context) return
      const meant = [...context.store.invoices.values()].find(
        ({ slug }) => slug.slice(0, 8) === params.slug.slice(0, 8),
      )
      if (meant) params.slug = meant.slug
    }),
  },
  {
    id: 'read.id-as-slug',
    clause: 'read.unknown',
    says: 'An id in place of the slug reads the invoice.',
    deep: true,
    mutate: afterGate('known-path', ({ operation, params, context }) => {
      const meant = /^\d+$/.test(params.slug) ? context?.store.invoices.get(Number(params.slug)) : undefined
      if (operation === 'readInvoice' && meant) params.slug = meant.slug
    }),
  },
  {
    id: 'read.touches',
    clause: 'read.repeatable',
    says: 'A read moves updated_at.',
    deep: true,
    mutate: around('readInvoice', (request, handler) => {
      const { store, world } = request.context
      const invoice = findInvoice(store, request.params.slug)
      store.invoices.set(invoice.id, { ...invoice, updated_at: touched(world, invoice.updated_at) })
      return handler(request)
    }),
  },
]
