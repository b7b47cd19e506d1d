import { addStore, CHANGEABLE, dropStore, patchStore, shownStore, shownStores } from '../desk/stores.ts'
import { a, fields, listOf, type Shape } from './shape.ts'
import { storeOf, type AdminRoute } from './route.ts'

const SOME_FIELDS: Shape = {
  type: 'object',
  description: 'A store as scenario.json describes it; all may be left out.',
}

export const STORE_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/stores',
    summary: 'stores with their keys, and their orders without an invoice',
    answers: fields({ stores: listOf(a('desk/shown-store')) }),
    answer: ({ mock }) => ({ stores: shownStores(mock) }),
  },
  {
    method: 'post',
    path: '/stores',
    summary:
      'add a store, described as in a scenario, with "clock" or "dialect" of its own; {} makes a small one',
    status: 201,
    takes: SOME_FIELDS,
    answers: a('desk/shown-store'),
    answer: ({ mock, body }) => addStore(mock, body),
  },
  {
    method: 'get',
    path: '/stores/:store',
    summary: 'one store',
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
    summary: 'drop a store with all it has',
    answer: (request) => dropStore(request.mock, storeOf(request)),
  },
]
