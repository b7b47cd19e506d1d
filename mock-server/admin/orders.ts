import type { OrderKind } from '../rules/platform.ts'
import { AdminError } from '../desk/admin-error.ts'
import { platformOrders } from '../desk/orders.ts'
import { a, fields, listOf, type Shape } from './shape.ts'
import { storeOf, type AdminRequest, type AdminRoute } from './route.ts'

function idOf({ params: { id = '' } }: AdminRequest): number {
  const number = Number(id)
  if (/^\d+$/.test(id) && Number.isSafeInteger(number)) return number
  throw new AdminError(404, `"${id}" is no order id.`)
}

const SOME_FIELDS: Shape = { type: 'object', description: 'Some fields of an order, as it answers them.' }

/** The platform behind a store: its orders of one kind can be made, read, edited and taken away. */
function routesOf(kind: OrderKind, one: string, order: Shape): AdminRoute[] {
  const all = `/stores/:store/${kind}`
  const single = `${all}/:id`
  const orders = (request: AdminRequest) => platformOrders(request.mock, storeOf(request), kind)
  return [
    {
      method: 'get',
      path: all,
      summary: `all ${kind.replace('_', ' ')} of the platform behind the store`,
      answers: fields({ [kind]: listOf(order) }),
      answer: (request) => ({ [kind]: orders(request).list() }),
    },
    {
      method: 'post',
      path: all,
      summary: `add ${one}; what is left out is made up, and the platform computes its amounts`,
      status: 201,
      takes: SOME_FIELDS,
      answers: order,
      answer: (request) => orders(request).add(request.body),
    },
    {
      method: 'get',
      path: single,
      summary: `read ${one}`,
      answers: order,
      answer: (request) => orders(request).read(idOf(request)),
    },
    {
      method: 'put',
      path: single,
      summary: `put ${one} there, whole`,
      takes: order,
      answers: order,
      answer: (request) => orders(request).replace(idOf(request), request.body),
    },
    {
      method: 'patch',
      path: single,
      summary: `edit ${one} by a JSON merge patch`,
      takes: SOME_FIELDS,
      answers: order,
      answer: (request) => orders(request).patch(idOf(request), request.body),
    },
    {
      method: 'delete',
      path: single,
      summary: `take ${one} away; its invoice stays`,
      answer: (request) => orders(request).drop(idOf(request)),
    },
  ]
}

export const ORDER_ROUTES: readonly AdminRoute[] = [
  ...routesOf('orders', 'an order', a('platform/order')),
  ...routesOf('draft_orders', 'a draft order', a('platform/draft-order')),
]
