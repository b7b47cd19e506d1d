import type { Mock } from '../mock.ts'
import {
  addOrder,
  deleteOrder,
  listOrders,
  patchOrder,
  readOrder,
  replaceOrder,
  type OrderKind,
  type OrderOf,
} from '../rules/platform.ts'
import { pageOf, readPaging } from '../rules/paginate.ts'
import type { Meta } from '../../schemas/types.ts'
import { pagesOf } from '../store/listing.ts'
import { invoicesByOrder, type Store } from '../store/store.ts'
import { contextFor } from './store-named.ts'

/** Orders, or draft orders, of the platform behind a store. */
export interface PlatformOrders<Kind extends OrderKind> {
  /** Lists all orders, the oldest first. */
  list(): OrderOf[Kind][]
  /** Returns one order. @throws Refusal not-found */
  read(id: number): OrderOf[Kind]
  /** Adds an order. The mock generates missing fields and computes the amounts. @throws Refusal unprocessable */
  add(fields?: object): Promise<OrderOf[Kind]>
  /** Replaces an order, or adds it with this id. @throws Refusal unprocessable */
  replace(id: number, order: object): Promise<OrderOf[Kind]>
  /** Edits an order with a JSON merge patch. @throws Refusal not-found, unprocessable */
  patch(id: number, changes: object): Promise<OrderOf[Kind]>
  /** Deletes an order. Its invoice stays. @throws Refusal not-found */
  drop(id: number): Promise<void>
}

/** Which orders are wanted, as a query says it. */
export interface OrderQuery {
  page?: string
  per_page?: string
  /** Text to be found in id, name, customer's name and email. */
  q?: string
  /** `true`: those without an invoice. */
  open?: string
}

/** What is shown of it: its orders under the name of their kind. A type of its own, since older compilers refuse the one that is inferred. */
export type OrderPage = { [Kind in OrderKind]?: OrderOf[Kind][] } & { open_ids: number[]; meta: Meta }

/** A page of the orders of a kind, the latest first. @throws Refusal unprocessable where it is none */
export function orderPage(
  mock: Mock,
  store: Store,
  kind: OrderKind,
  { q = '', open, ...paging }: OrderQuery,
): OrderPage {
  const { dialect, ...context } = contextFor(mock, store)
  const words = q.toLowerCase()
  const invoices = invoicesByOrder(store, kind === 'draft_orders')
  const isOpen = ({ id }: { id: number }) => invoices.count(id) === 0
  const wanted = listOrders({ ...context, dialect }, kind)
    .filter((order) => saidOf(order).includes(words) && (open !== 'true' || isOpen(order)))
    .toReversed()
  const { records, meta } = pageOf(
    pagesOf(wanted),
    readPaging(paging, () => 'rejected'),
    dialect,
  )
  return { [kind]: records, open_ids: records.filter(isOpen).map(({ id }) => id), meta }
}

const saidOf = ({ id, name, customer }: OrderOf[OrderKind]): string =>
  `${id} ${name} ${customer.first_name} ${customer.last_name} ${customer.email}`.toLowerCase()

/** Every change is saved when its promise resolves. */
export function platformOrders<Kind extends OrderKind>(
  mock: Mock,
  store: Store,
  kind: Kind,
): PlatformOrders<Kind> {
  const context = () => contextFor(mock, store)
  const saved = async <T>(change: T): Promise<T> => {
    await mock.db.write()
    return change
  }
  return {
    list: () => listOrders(context(), kind),
    read: (id) => readOrder(context(), kind, id),
    add: async (fields = {}) => {
      // Loaded when first needed: making up data is not what a mock with data has to do at its start.
      const { completeOrder } = await import('./complete-order.ts')
      return saved(addOrder(context(), kind, completeOrder(context(), kind, fields, mock.source.seed)))
    },
    replace: async (id, order) => saved(replaceOrder(context(), kind, id, order)),
    patch: async (id, changes) => saved(patchOrder(context(), kind, id, changes)),
    drop: async (id) => saved(deleteOrder(context(), kind, id)),
  }
}
