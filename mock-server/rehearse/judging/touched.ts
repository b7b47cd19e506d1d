import { isDeepStrictEqual } from 'node:util'
import { QUESTION_KEYS, isAdjustable, type AdjustableKey } from '../../../schemas/questions.ts'
import { isOneOf } from '../../../schemas/tables.ts'
import type { Coverage, Fault, Seen } from '../../../schemas/types.ts'
import { SCRIPTS } from '../stage/scripts.ts'
import type { Shown } from '../variations/shown.ts'
import type { Called, MoreData, Part, PlayedFault } from '../variations/variation.ts'

/** What a mock knows when the command is over. */
export interface Traffic {
  readonly requests: readonly Seen[]
  readonly coverage: Coverage
  readonly faults: readonly Fault[]
}

/** What there is to vary. */
export function shownBy({ requests, coverage }: Traffic): Shown {
  const asked = requests.filter(({ operation }) => operation !== null)
  return {
    questions: new Set(ADJUSTABLE.filter((key) => (coverage.questions[key] ?? 0) > 0)),
    calls: new Set(asked.flatMap(calledBy)),
    bodies: new Set(asked.filter(hasBody).flatMap(calledBy)),
  }
}

const ADJUSTABLE: readonly AdjustableKey[] = QUESTION_KEYS.filter(isAdjustable)

// The journal names an operation, or download.
const calledBy = ({ operation }: Seen): Called[] => (operation === null ? [] : [operation as Called])

/** A document is no JSON, and is not shown. */
const hasBody = ({ operation, answer }: Seen): boolean =>
  operation === 'download' || (answer.body !== null && answer.body !== '')

/** Whether an answer is one that these are about. */
export const isAbout =
  (parts: readonly Part[]) =>
  ({ questions, operation }: Seen): boolean =>
    parts.some(
      ({ what }) =>
        (what.kind === 'answer' && questions.includes(what.key)) ||
        (what.kind === 'data' && isOneOf(LISTS, operation)),
    )

/** Whether anything that the command met was otherwise because of these. */
export const isTouched = (parts: readonly Part[], traffic: Traffic): boolean =>
  parts.some(({ what }) => {
    switch (what.kind) {
      case 'answer':
        return (traffic.coverage.questions[what.key] ?? 0) > 0
      case 'fault':
        return wasPlayed(what, traffic)
      case 'data':
        return wasMet(what, traffic)
    }
  })

/** A scenario may have faults of its own. */
function wasPlayed({ fault, input }: PlayedFault, { faults, requests }: Traffic): boolean {
  const own = faults.filter(
    (each) =>
      each.played > 0 &&
      isDeepStrictEqual(each.when, input.when) &&
      isDeepStrictEqual(each.fault, input.fault),
  )
  if (fault !== 'cut') return own.length > 0
  // Of nothing nothing can be cut.
  return requests.some((seen) => own.some(({ id }) => id === seen.fault) && hasBody(seen))
}

const LISTS = ['listInvoices', 'searchInvoices']

function wasMet({ data }: MoreData, { requests }: Traffic): boolean {
  if (data === 'many-invoices') return requests.some(({ operation }) => isOneOf(LISTS, operation))
  return requests.some(({ answer }) => {
    const text = JSON.stringify(answer.body)
    // Alone, or in the full name that a list shows.
    return SCRIPTS.some(({ last_name }) => text.includes(last_name))
  })
}
