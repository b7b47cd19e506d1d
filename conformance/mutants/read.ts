import { Refusal } from '../../mock-server/rules/refusal.ts'
import { afterGate, around, changing, fresh, onRefusal, type Mutant } from './mutant.ts'

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
      if (operation === 'readInvoice' && !/^[\da-f-]{36}$/i.test(params.slug))
        throw new Refusal('unprocessable', { slug: ['is not a UUID'] })
    }),
  },
]
