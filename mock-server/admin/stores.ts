import { addStore, CHANGEABLE, dropStore, patchStore, shownStore, shownStores } from '../desk/stores.ts'
import { quotas } from '../desk/quotas.ts'
import { a, fields, listOf, NUMBER, TEXT, type Shape } from './shape.ts'
import { storeOf, type AdminRoute } from './route.ts'

const SOME_FIELDS: Shape = {
  type: 'object',
  description: 'A store as in a scenario file. Every field is optional.',
}

const USED_QUOTA = fields({
  store: TEXT,
  requests: { ...NUMBER, description: 'Requests that a window allows.' },
  window_seconds: { ...NUMBER, description: 'Length of a window in seconds.' },
  used: { ...NUMBER, description: 'Requests that counted in the window that is open.' },
  resets_at: {
    type: ['string', 'null'],
    description: "When that ends, on the store's clock; null for none.",
  },
})

export const STORE_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/stores',
    summary: 'list the stores with their keys and their orders without an invoice',
    answers: fields({ stores: listOf(a('desk/shown-store')) }),
    answer: ({ mock }) => ({ stores: shownStores(mock) }),
  },
  {
    method: 'post',
    path: '/stores',
    summary:
      'add a store, described as in a scenario, optionally with its own "clock" or "dialect"; {} adds a small store',
    status: 201,
    takes: SOME_FIELDS,
    answers: a('desk/shown-store'),
    answer: ({ mock, body }) => addStore(mock, body),
  },
  {
    method: 'get',
    path: '/quotas',
    summary: 'show the used part of the rate limit of each store',
    answers: fields({ quotas: listOf(USED_QUOTA) }),
    answer: ({ mock }) => ({ quotas: quotas(mock) }),
  },
  {
    method: 'get',
    path: '/stores/:store',
    summary: 'read a store',
    answers: a('desk/shown-store'),
    answer: (request) => shownStore(storeOf(request)),
  },
  {
    method: 'patch',
    path: '/stores/:store',
    summary: `change a store: ${CHANGEABLE.map((field) => `"${field}"`).join(', ')}`,
    takes: a('desk/store-patch'),
    answers: a('desk/shown-store'),
    answer: (request) => patchStore(request.mock, storeOf(request), request.body),
  },
  {
    method: 'delete',
    path: '/stores/:store',
    summary: 'delete a store with all its records',
    answer: (request) => dropStore(request.mock, storeOf(request)),
  },
]
