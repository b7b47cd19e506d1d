import { ERROR_KINDS, OPERATIONS, type Operation } from '../../../schemas/operations.ts'
import { isOneOf } from '../../../schemas/tables.ts'
import type { FaultEffect } from '../../../schemas/types.ts'
import type { Called, Demand, Group, Part } from './variation.ts'

/** A way in which an operation can go wrong. */
interface FaultKind {
  group: Group
  effect: FaultEffect
  /** What an answer does, after "One answer of createInvoice" or "Every answer of createInvoice". */
  does: string
  /** Whether a client that meets it once must come through: a retry, or patience, mends it. */
  passes: boolean
  /** Whether a client that meets it cannot know if the work was done. */
  isUnclear: boolean
}

/** Late by so much is what people take for broken, and is not. */
const LATE_MS = 2000

/** More than a brace, and less than any answer. */
const CUT_AFTER = 12

const fault = (effect: FaultEffect, does: string, more: Partial<FaultKind> = {}): FaultKind => ({
  group: 'faults',
  effect,
  does,
  passes: true,
  isUnclear: false,
  ...more,
})

const UNCLEAR = { isUnclear: true }
const HOPELESS = { passes: false }

const KINDS: Readonly<Record<string, FaultKind>> = {
  latency: fault({ kind: 'latency', ms: LATE_MS }, 'comes 2 s late.'),
  reset: fault({ kind: 'reset' }, 'is a connection reset, and nothing was done.', UNCLEAR),
  'lost-answer': fault(
    { kind: 'lost-answer' },
    'is lost: the work was done, and the connection is reset.',
    UNCLEAR,
  ),
  cut: fault(
    { kind: 'cut', bytes: CUT_AFTER },
    'is cut short: the connection ends within the body.',
    UNCLEAR,
  ),
  hang: fault({ kind: 'hang' }, 'never comes, and the connection stays open.', HOPELESS),
  drip: fault({ kind: 'drip', bytes_per_second: 200 }, 'drips at 200 bytes a second.', HOPELESS),
  garbage: fault({ kind: 'garbage' }, 'has garbage for a body.', HOPELESS),
  expired: fault(
    { kind: 'expired', all: true },
    'says that the URL has expired, and so have all that were handed out before.',
    { ...HOPELESS, group: 'errors' },
  ),
  'rate-limited-bare': fault(
    {
      kind: 'status',
      status: 429,
      body: { error: 'Rate limit exceeded', retry_after: 1, message: 'Retry in 1 second.' },
    },
    'is the rate-limited error without a header that says when to come again.',
    { group: 'errors' },
  ),
}

const errorKind = (error: (typeof ERROR_KINDS)[number]): FaultKind =>
  fault({ kind: 'answer', error }, `is the ${error} error.`, {
    group: 'errors',
    passes: error === 'rate-limited',
  })

/** What stands before a service answers so, and it speaks no JSON. */
const page = (status: number) => `<html><body><h1>${status}</h1></body></html>`

const statusKind = (status: number): FaultKind =>
  fault(
    { kind: 'status', status, body: status === 500 ? { error: 'Internal Server Error' } : page(status) },
    `is a ${status}, and nothing was done.`,
    status >= 500 ? UNCLEAR : HOPELESS,
  )

/** The kind of that name; undefined for none. */
function kindNamed(name: string): FaultKind | undefined {
  if (isOneOf(ERROR_KINDS, name)) return errorKind(name)
  if (/^[2-5]\d\d$/.test(name)) return statusKind(Number(name))
  return Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
}

/** What may stand for a fault in a name; any status from 200 to 599 as well. */
export const FAULT_NAMES: readonly string[] = [...ERROR_KINDS, ...Object.keys(KINDS), '500', '503']

/**
 * Whether an operation that is called again does its work anew, by all that is stated: a second email, another
 * customer. The creation of an invoice does not; what changes, deletes or regenerates ends where it ended before.
 */
export function doesAnew(operation: Called): boolean {
  if (operation === 'download') return false
  const { outcomes }: Operation = OPERATIONS[operation]
  return (
    outcomes.some((outcome) => outcome === 'created' || outcome === 'queued') &&
    !outcomes.includes('existing')
  )
}

const RISK = ' A client cannot know whether it was done, and sent again it may be done twice.'

/** How often a fault is played. */
export const TIMES = ['once', 'always'] as const
export type Times = (typeof TIMES)[number]

/** A fault on an operation; undefined where there is none of that name, or it is none of a download or of the API. */
export function faultPart(operation: Called, name: string, times: Times): Part | undefined {
  const kind = kindNamed(name)
  if (!kind || !fits(kind.effect, operation)) return undefined
  const isRisky = kind.isUnclear && doesAnew(operation)
  const demand: Demand = kind.passes && times === 'once' && !isRisky ? 'must_pass' : 'may_fail'
  const when = { operation, ...(times === 'once' ? { times: 1 } : {}) }
  const which = times === 'once' ? 'The first' : 'Every'
  return {
    name: `${operation}=${name}:${times}`,
    group: kind.group,
    demand,
    says: `${which} answer of ${operation} ${kind.does}${isRisky ? RISK : ''}`,
    what: { kind: 'fault', operation, fault: name, input: { when, fault: kind.effect } },
  }
}

const fits = ({ kind }: FaultEffect, operation: Called): boolean =>
  operation === 'download' ? kind !== 'answer' : kind !== 'expired'
