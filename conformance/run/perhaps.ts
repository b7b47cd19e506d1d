import { CLAUSES, type ClauseId, type Need } from '../../schemas/clauses.ts'
import { isOneOf } from '../../schemas/tables.ts'
import type { Finding, Violation } from '../judge/verdict.ts'
import { isObject, isSuccess, type Exchange, type KeyName } from '../server/client/exchange.ts'
import type { Session } from '../server/session.ts'
import { records } from '../server/store/inventory.ts'
import { mayHaveDoneNothing } from '../server/store/platform.ts'

/** What in the target could explain a failure, though the server may be at fault as well. */
export async function perhaps(session: Session, { clause, finding }: Violation): Promise<string | undefined> {
  return (
    finding.perhaps ??
    goneOrder(session, finding) ??
    lastingAction(session, finding) ??
    wrongKind(clause, finding) ??
    paidPlan(clause, finding) ??
    (await sameStore(session, clause))
  )
}

const orderOf = ({ operation, input, key }: Exchange): { order_id: unknown; draft: boolean } | null =>
  operation === 'createInvoice' && key === 'api' && isObject(input)
    ? { order_id: input['order_id'], draft: input['draft'] === true }
    : null

/** A creation was refused for an order that the target names. */
function goneOrder({ target }: Session, { exchanges }: Finding): string | undefined {
  const refused = exchanges.at(-1)
  const order = refused && orderOf(refused)
  if (!order || refused.response.status < 400 || refused.response.status > 499) return undefined
  const { draft, order_id } = order
  const field = draft ? 'draft_order_ids' : 'order_ids'
  if (!isOneOf(target[field], order_id)) return undefined
  const [kind, other] = draft ? ['draft order', 'an order'] : ['order', 'a draft order']
  return `${field}: ${kind} ${String(order_id)} may be gone from the platform, or be ${other}`
}

/** A bulk action was refused, though the hook had ended the one before. */
function lastingAction({ platform }: Session, { exchanges }: Finding): string | undefined {
  const last = exchanges.at(-1)
  const isRefused = last?.operation === 'bulkPdf' && last.key === 'api' && !isSuccess(last)
  return isRefused && platform.hasWorked('finish_bulk') ? mayHaveDoneNothing('finish_bulk') : undefined
}

/** An invoice has a type that its order does not explain. */
function wrongKind(clause: ClauseId, { exchanges }: Finding): string | undefined {
  const order = clause === 'create.draft-type' ? exchanges.map(orderOf).find((one) => one !== null) : null
  if (!order) return undefined
  return order.draft
    ? `draft_order_ids: ${String(order.order_id)} may be an order`
    : `order_ids: ${String(order.order_id)} may be a draft order`
}

function paidPlan(clause: ClauseId, { exchanges }: Finding): string | undefined {
  const last = exchanges.at(-1)
  return clause === 'auth.free-plan' && last && isSuccess(last)
    ? 'free_plan_api_key: its store may be on a paid plan'
    : undefined
}

const OTHERS: readonly { need: Need; key: KeyName; field: 'other_store_api_key' | 'rate_limited_api_key' }[] =
  [
    { need: 'other_store_key', key: 'other_store', field: 'other_store_api_key' },
    { need: 'rate_limited_key', key: 'rate_limited', field: 'rate_limited_api_key' },
  ]

/** Two keys show one and the same store; so they would on a server that has but one for all keys. */
async function sameStore(session: Session, clause: ClauseId): Promise<string | undefined> {
  const needs: readonly Need[] = CLAUSES[clause].needs
  for (const { need, key, field } of OTHERS)
    if (needs.includes(need) && (await showTheSame(session, key)))
      return `${field}: it may be of the same store as api_key, which shows the same records and settings`
  return undefined
}

const COLLECTIONS = [
  ['listTemplates', 'templates'],
  ['listCustomers', 'customers'],
  ['listInvoices', 'invoices'],
] as const

async function showTheSame({ client }: Session, key: KeyName): Promise<boolean> {
  const read = (operation: 'readSettings' | (typeof COLLECTIONS)[number][0]) =>
    Promise.all([
      client.call(operation, { keep_rate_limited: true }),
      client.call(operation, { key, keep_rate_limited: true }),
    ])
  try {
    const settings = await read('readSettings')
    if (!areAlike(settings)) return false
    let seen = 0
    for (const [operation, name] of COLLECTIONS) {
      const pair = await read(operation)
      if (!areAlike(pair)) return false
      seen += records(pair[0], name).length
    }
    return seen > 0
  } catch {
    // It is no more than an explanation: without answers there is none.
    return false
  }
}

const areAlike = ([one, other]: readonly [Exchange, Exchange]) =>
  isSuccess(one) && isSuccess(other) && one.response.text === other.response.text
