import type { AdjustableKey } from '../../../schemas/questions.ts'
import type { Called, Part, Variation } from './variation.ts'

/** What the traffic of a run shows: what there is to vary. */
export interface Shown {
  /** The questions that an answer depended on. */
  questions: ReadonlySet<AdjustableKey>
  /** Operations that were called, and `download` where a document was fetched. */
  calls: ReadonlySet<Called>
  /** Those of them of which an answer had a body. */
  bodies: ReadonlySet<Called>
}

/** Operations whose answers may hold what was added to the stores. */
const LISTS: readonly Called[] = ['listInvoices', 'searchInvoices', 'listCustomers']
const READERS: readonly Called[] = [...LISTS, 'createInvoice']

/** Why a variation would not touch such traffic; null where it may. */
export function whyUntouched({ parts }: Variation, shown: Shown): string | null {
  for (const part of parts) {
    const why = whyPartUntouched(part, shown)
    if (why !== null) return why
  }
  return null
}

function whyPartUntouched({ what }: Part, { questions, calls, bodies }: Shown): string | null {
  switch (what.kind) {
    case 'answer':
      return questions.has(what.key) ? null : `no answer depended on ${what.key}`
    case 'data': {
      const readers = what.data === 'many-invoices' ? LISTS.slice(0, 2) : READERS
      return readers.some((id) => calls.has(id)) ? null : 'no list was read'
    }
    case 'fault':
      if (!calls.has(what.operation)) return neverCalled(what.operation)
      if (what.fault !== 'cut' || bodies.has(what.operation)) return null
      return `no answer of ${what.operation} has a body`
  }
}

const neverCalled = (operation: Called): string =>
  operation === 'download' ? 'no document was fetched' : `${operation} was never called`
