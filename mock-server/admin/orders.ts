import {
  addOrder,
  deleteOrder,
  listOrders,
  patchOrder,
  readOrder,
  replaceOrder,
  type OrderKind,
} from '../rules/platform.ts'
import { AdminError } from './admin-error.ts'
import { contextOf, type AdminRequest, type AdminRoute } from './route.ts'

function idOf({ params: { id = '' } }: AdminRequest): number {
  const number = Number(id)
  if (/^\d+$/.test(id) && Number.isSafeInteger(number)) return number
  throw new AdminError(404, `"${id}" is no order id.`)
}

/** Does the change and answers it once it is saved. */
async function saved<T>({ mock }: AdminRequest, change: T): Promise<T> {
  await mock.db.write()
  return change
}

/** Adds an order of which only some fields need be given. */
async function added(request: AdminRequest, kind: OrderKind) {
  // Loaded when first needed: making up data is not what a mock with data has to do at its start.
  const { completeOrder } = await import('./complete-order.ts')
  const context = contextOf(request)
  const order = completeOrder(context, kind, request.body, request.mock.source.seed)
  return saved(request, addOrder(context, kind, order))
}

/** The platform behind a store: its orders of one kind can be made, read, edited and taken away. */
function routesOf(kind: OrderKind, one: string): AdminRoute[] {
  const all = `/stores/:store/${kind}`
  const single = `${all}/:id`
  return [
    {
      method: 'get',
      path: all,
      summary: `all ${kind.replace('_', ' ')} of the platform behind the store`,
      answer: (request) => ({ [kind]: listOrders(contextOf(request), kind) }),
    },
    {
      method: 'post',
      path: all,
      summary: `add ${one}; what is left out is made up, and the platform computes its amounts`,
      status: 201,
      body: 'object',
      answer: (request) => added(request, kind),
    },
    {
      method: 'get',
      path: single,
      summary: `read ${one}`,
      answer: (request) => readOrder(contextOf(request), kind, idOf(request)),
    },
    {
      method: 'put',
      path: single,
      summary: `put ${one} there, whole`,
      body: 'object',
      answer: (request) =>
        saved(request, replaceOrder(contextOf(request), kind, idOf(request), request.body)),
    },
    {
      method: 'patch',
      path: single,
      summary: `edit ${one} by a JSON merge patch`,
      body: 'object',
      answer: (request) => saved(request, patchOrder(contextOf(request), kind, idOf(request), request.body)),
    },
    {
      method: 'delete',
      path: single,
      summary: `take ${one} away; its invoice stays`,
      answer: (request) => saved(request, deleteOrder(contextOf(request), kind, idOf(request))),
    },
  ]
}

export const ORDER_ROUTES: readonly AdminRoute[] = [
  ...routesOf('orders', 'an order'),
  ...routesOf('draft_orders', 'a draft order'),
]
