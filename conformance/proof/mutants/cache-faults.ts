import type { Answer, ApiRequest } from '../../../mock-server/seams.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { afterHandler, around } from './answers.ts'
import { all, type Change, type Faults, noting, ofEach } from './mutant.ts'
import { RECORD_WRITES } from './operations.ts'

// Views that are answered from a cache which not every write clears.

/** What is kept, and for which requests. */
interface Kept {
  readonly says: string
  readonly keeps: (request: ApiRequest) => boolean
}

const ALL: Kept = { says: '', keeps: () => true }
const LATER: Kept = { says: ' from its second page on', keeps: ({ query }) => Number(query['page'] ?? 1) > 1 }
const narrowed = (says: string, ...names: readonly string[]): Kept => ({
  says: ` with ${says}`,
  keeps: ({ query }) => names.some((name) => name in query),
})

/** What of each view is kept. */
const VIEWS = {
  listInvoices: [
    ALL,
    LATER,
    narrowed('financial_status', 'financial_status'),
    narrowed('invoice_type', 'invoice_type'),
    narrowed('dates', 'created_at_min', 'created_at_max'),
  ],
  searchInvoices: [ALL, LATER],
  readInvoice: [ALL],
  listTemplates: [ALL],
  readTemplate: [ALL],
  listCustomers: [ALL, LATER, narrowed('search', 'search')],
  readCustomer: [ALL],
  readSettings: [ALL],
} as const satisfies Partial<Record<OperationId, readonly Kept[]>>

type View = keyof typeof VIEWS

/** A write that does not clear the caches of some views, while all others do. */
export const cacheFaults = (write: OperationId, ...views: readonly View[]): Faults =>
  ofEach(views, (view) =>
    ofEach<Kept>(VIEWS[view], ({ says, keeps }) => ({
      [`${view}${says} is answered from a cache that ${write} does not clear`]: cached(view, keeps, write),
      [`${view}${says} is answered from a cache for so long as nothing but ${write} comes in between`]:
        cached(view, keeps, write, true),
    })),
  )

const OTHERS: readonly OperationId[] = ['createInvoice', 'regenerateInvoice', ...RECORD_WRITES]

const READS: readonly OperationId[] = [
  'readInvoice',
  'listInvoices',
  'readCustomer',
  'readSettings',
  'readTemplate',
]

function cached(view: View, keeps: Kept['keeps'], write: OperationId, isShort = false): Change {
  return noting(Map<string, Answer>, (kept) =>
    all(
      afterHandler(
        [...OTHERS, ...(isShort ? READS : [])].filter((other) => other !== write && other !== view),
        () => kept.clear(),
      ),
      around(view, (request, handler) => {
        const { params, query, context } = request
        const key = JSON.stringify([context.store.record.name, params, query])
        const answer = (keeps(request) && kept.get(key)) || handler(request)
        kept.set(key, answer)
        return answer
      }),
    ),
  )
}
