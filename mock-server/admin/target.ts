import { mainStore, storeNamed } from '../desk/store-named.ts'
import { targetOf } from '../desk/target.ts'
import { a } from './shape.ts'
import { queryText, type AdminRequest, type AdminRoute } from './route.ts'

function target({ mock, query, reach }: AdminRequest) {
  const name = queryText(query, 'store')
  return targetOf(mock, name === undefined ? mainStore(mock) : storeNamed(mock, name), reach)
}

export const TARGET_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/target',
    summary: 'read a complete target file for the conformance suite',
    query: { store: 'name of the store to judge; the first store on a paid plan if left out' },
    answers: a('target'),
    answer: target,
  },
]
