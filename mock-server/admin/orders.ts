import type { OrderKind } from '../rules/platform.ts'
import { AdminError } from '../desk/admin-error.ts'
import { orderPage, platformOrders, type OrderQuery } from '../desk/orders.ts'
import { a, fields, listOf, NUMBER, type Shape } from './shape.ts'
import { queryText, storeOf, type AdminRequest, type AdminRoute } from './route.ts'

function idOf({ params: { id = '' } }: AdminRequest): number {
  const number = Number(id)
  if (/^\d+$/.test(id) && Number.isSafeInteger(number)) return number
  throw new AdminError(404, `"${id}" is no order id.`)
}

const QUERY = {
  page: 'page, counted from 1, newest first; without any parameter all orders are listed, oldest first',
  per_page: 'orders per page, at most 250; 25 if left out',
  q: "text to be found in id, name, customer's name and email",
  open: '`true` for orders without an invoice',
}

function asked({ query }: AdminRequest): OrderQuery {
  const given = Object.keys(QUERY).map((name) => [name, queryText(query, name)] as const)
  return Object.fromEntries(given.filter(([, text]) => text !== undefined && text !== ''))
}

const SOME_FIELDS: Shape = { type: 'object', description: 'Some fields of an order.' }

/** The platform behind a store: its orders of one kind can be made, read, edited and taken away. */
function routesOf(kind: OrderKind, one: string, order: Shape): AdminRoute[] {
  const all = `/stores/:store/${kind}`
  const single = `${all}/:id`
  const orders = (request: AdminRequest) => platformOrders(request.mock, storeOf(request), kind)
  return [
    {
      method: 'get',
      path: all,
      summary: `list the ${kind.replace('_', ' ')} of the platform behind the store`,
      query: QUERY,
      answers: {
        ...fields({ [kind]: listOf(order) }),
        properties: {
          [kind]: listOf(order),
          meta: { ...a('resources/meta'), description: 'Where the page stands; of a page alone.' },
          open_ids: { ...listOf(NUMBER), description: 'Those of it without an invoice; of a page alone.' },
        },
      },
      answer: (request) =>
        Object.keys(request.query).length > 0
          ? orderPage(request.mock, storeOf(request), kind, asked(request))
          : { [kind]: orders(request).list() },
    },
    {
      method: 'post',
      path: all,
      summary: `add ${one}; missing fields are generated, and the platform computes the amounts`,
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
      summary: `replace or add ${one}`,
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
      summary: `delete ${one}; its invoice stays`,
      answer: (request) => orders(request).drop(idOf(request)),
    },
  ]
}

export const ORDER_ROUTES: readonly AdminRoute[] = [
  ...routesOf('orders', 'an order', a('platform/order')),
  ...routesOf('draft_orders', 'a draft order', a('platform/draft-order')),
]
