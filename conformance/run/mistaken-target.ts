import type { Need } from '../../schemas/clauses.ts'
import type { OperationId } from '../../schemas/operations.ts'
import { needsOf, type Step } from '../judge/check.ts'
import { giveUpHook } from '../server/activity/give-up-hook.ts'
import { noteMailbox } from '../server/activity/owed-emails.ts'
import { Unreachable, type Call } from '../server/client/client.ts'
import { isObject, member, type Exchange, type KeyName } from '../server/client/exchange.ts'
import type { Session } from '../server/session.ts'
import { HookError } from '../server/store/hook-error.ts'
import { without } from '../server/target-mistakes.ts'
import { unmetNeed, type Target, mistakeInWords, type OtherKey } from '../server/target.ts'
import { UNLIKELY_ID } from '../server/unlikely-id.ts'

/** The needs of those checks whose needs are all met, or would be but for a mistake of the target. */
export function wantedOf(target: Target, checks: readonly Step[]): Set<Need> {
  const mistakes = target.mistakes.map(mistakeInWords)
  const isMeant = (need: Need) => {
    const reason = unmetNeed(target, need)
    return reason === null || mistakes.includes(reason)
  }
  return new Set(checks.map(needsOf).flatMap((needs) => (needs.every(isMeant) ? needs : [])))
}

interface Key {
  readonly name: KeyName
  readonly field: OtherKey
  readonly need: Need
  /** Whether an answer shows that the key is none that its clauses can be judged by. */
  isRefused(exchange: Exchange, session: Session): boolean
}

const isUnknown: Key['isRefused'] = (exchange, { kinds }) => kinds.is('unauthorized', exchange)
const isUnserved: Key['isRefused'] = (exchange, session) =>
  exchange.response.status === 403 || isUnknown(exchange, session)

/** To a store on the free plan 403 is the right answer. */
const KEYS: readonly Key[] = [
  {
    name: 'other_store',
    field: 'other_store_api_key',
    need: 'other_store_key',
    isRefused: isUnserved,
  },
  {
    name: 'free_plan',
    field: 'free_plan_api_key',
    need: 'free_plan_key',
    isRefused: (exchange, session) => exchange.response.status !== 403 && isUnknown(exchange, session),
  },
  {
    name: 'rate_limited',
    field: 'rate_limited_api_key',
    need: 'rate_limited_key',
    isRefused: isUnserved,
  },
]

const NO_SLUG = '00000000-0000-4000-8000-000000000000'

/** Every operation that reads. */
const READERS: readonly [OperationId, Call][] = [
  ['readSettings', {}],
  ['listInvoices', {}],
  ['listTemplates', {}],
  ['listCustomers', {}],
  ['searchInvoices', { query: { q: 'a' } }],
  ['readTemplate', { params: { id: UNLIKELY_ID } }],
  ['readCustomer', { params: { id: UNLIKELY_ID } }],
  ['readInvoice', { params: { slug: NO_SLUG } }],
  ['readInvoicePdf', { params: { slug: NO_SLUG } }],
]

/**
 * Sees by GET requests whether what the wanted needs are met by is what the target says. Only what no broken clause
 * looks like is a mistake of the target: a key that every operation refuses, and a mailbox that is none.
 */
export async function tryTarget(session: Session, wanted: ReadonlySet<Need>): Promise<void> {
  for (const key of KEYS)
    if (wanted.has(key.need) && session.target[key.field] !== null) await tryKey(session, key)
  if (wanted.has('mailbox') && session.target.hooks.emails?.method.toUpperCase() === 'GET')
    await tryMailbox(session)
}

async function tryKey(session: Session, { name, field, isRefused }: Key): Promise<void> {
  const answers: Exchange[] = []
  try {
    for (const [operation, call] of READERS) {
      const exchange = await session.client.call(operation, { ...call, key: name, keep_rate_limited: true })
      if (!isRefused(exchange, session)) return
      answers.push(exchange)
    }
  } catch (error) {
    if (error instanceof Unreachable) return
    throw error
  }
  const says = `every operation that reads answers ${inWords(answers)} to it: is it expired, of another deployment or of another plan?`
  session.target = without(session.target, { field, says })
}

function inWords(answers: readonly Exchange[]): string {
  const told = answers.map((exchange) => `${exchange.response.status} ${errorOf(exchange)}`.trim())
  return [...new Set(told)].slice(0, 3).join(' or ')
}

function errorOf(exchange: Exchange): string {
  const error = isObject(exchange.response.json) ? member(exchange, 'error') : undefined
  return typeof error === 'string' ? JSON.stringify(error.slice(0, 80)) : ''
}

/** Where nothing answers, its clauses tell. */
async function tryMailbox(session: Session): Promise<void> {
  try {
    noteMailbox(session, await session.platform.emails())
  } catch (error) {
    if (error instanceof HookError) giveUpHook(session, error)
    else if (!(error instanceof Unreachable)) throw error
  }
}
