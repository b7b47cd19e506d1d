import { keptOrder } from '../../schemas/commerce/kept-order.ts'
import { isCurrency } from '../../schemas/commerce/money.ts'
import { priced } from '../../schemas/commerce/totals.ts'
import { isWritableTime, WRITABLE } from '../../schemas/moments.ts'
import type { PlatformDraftOrder, PlatformOrder } from '../../schemas/types.ts'
import { unknownFields } from '../../schemas/unknown-fields.ts'
import { validate, type FieldError } from '../../schemas/validate.ts'
import type { Table } from '../db/table.ts'
import type { Context } from './context.ts'
import { mergePatch } from './merge-patch.ts'
import { Refusal, type FieldErrors } from '../refusal.ts'

/** Kind of an order of the platform. */
export type OrderKind = 'orders' | 'draft_orders'

/** Type of an order of each kind. */
export interface OrderOf {
  orders: PlatformOrder
  draft_orders: PlatformDraftOrder
}

const tableOf = <K extends OrderKind>(
  store: { [Each in OrderKind]: Table<OrderOf[Each], number> },
  kind: K,
) => store[kind]

const SCHEMAS = { orders: 'platform/order', draft_orders: 'platform/draft-order' } as const

/** The platform's orders of one kind, in the order in which they came. */
export function listOrders<K extends OrderKind>({ store }: Context, kind: K): OrderOf[K][] {
  return [...tableOf(store, kind).values()]
}

/** @throws Refusal not-found */
export function readOrder<K extends OrderKind>({ store }: Context, kind: K, id: number): OrderOf[K] {
  const order = tableOf(store, kind).get(id)
  if (!order) throw new Refusal('not-found')
  return order
}

/**
 * A new order of the platform, its amounts computed; without an id it gets one.
 * @throws Refusal unprocessable when it is not valid, or its id is taken
 */
export function addOrder<K extends OrderKind>(context: Context, kind: K, order: object): OrderOf[K] {
  const checked = checkOrder(kind, 'id' in order ? order : { ...order, id: freeId(context, kind) })
  if (context.store[kind].has(checked.id)) throw new Refusal('unprocessable', { id: ['is taken'] })
  return put(context, kind, checked)
}

/** Puts a whole order in the place of the one with this id, or there anew. Invoices follow when regenerated. */
export function replaceOrder<K extends OrderKind>(
  context: Context,
  kind: K,
  id: number,
  order: object,
): OrderOf[K] {
  return put(context, kind, checkOrder(kind, { ...order, id }))
}

/**
 * Edits an order by a JSON merge patch (RFC 7396); its id stays, its amounts are computed anew.
 * @throws Refusal not-found, or unprocessable when the order would not be valid
 */
export function patchOrder<K extends OrderKind>(
  context: Context,
  kind: K,
  id: number,
  patch: object,
): OrderOf[K] {
  return replaceOrder(context, kind, id, mergePatch(readOrder(context, kind, id), patch))
}

/** Takes an order from the platform; its invoice stays. @throws Refusal not-found */
export function deleteOrder<K extends OrderKind>(context: Context, kind: K, id: number): void {
  context.store[kind].delete(readOrder(context, kind, id).id)
}

/** An id that no order of the kind has: orders may come with ids of their own. */
function freeId<K extends OrderKind>({ store, nextId }: Pick<Context, 'store' | 'nextId'>, kind: K): number {
  const id = nextId()
  return store[kind].has(id) ? freeId({ store, nextId }, kind) : id
}

/** The value as an order of its kind. @throws Refusal unprocessable, naming each field that is wrong or unknown */
export function checkOrder<K extends OrderKind>(kind: K, order: object): OrderOf[K] {
  const wrong = [...unknownFields(SCHEMAS[kind], order), ...validate(SCHEMAS[kind], order)]
  if (wrong.length > 0) throw new Refusal('unprocessable', byField(wrong))
  // The schema has been kept.
  const checked = order as OrderOf[K]
  if (!isCurrency(checked.currency))
    throw new Refusal('unprocessable', { currency: ['must be an ISO 4217 code such as EUR'] })
  if (!isWritableTime(checked.processed_at))
    throw new Refusal('unprocessable', { processed_at: [`must be ${WRITABLE}`] })
  return checked
}

function byField(wrong: readonly FieldError[]): FieldErrors {
  const errors = new Map<string, string[]>()
  for (const { path, message } of wrong) {
    const field = path.join('.')
    errors.set(field, [...(errors.get(field) ?? []), message])
  }
  return Object.fromEntries(errors)
}

function put<K extends OrderKind>({ store }: Context, kind: K, order: OrderOf[K]): OrderOf[K] {
  const coherent = priced(keptOrder(order))
  tableOf(store, kind).set(order.id, coherent)
  return coherent
}
