import { coverageText, formOf, type Form } from '../../schemas/coverage/forms.ts'
import type { Coverage } from '../../schemas/types.ts'
import { AdminError } from '../desk/admin-error.ts'
import { clearCoverage, coverage } from '../desk/coverage.ts'
import { queryText, TextAnswer, type AdminRoute } from './route.ts'
import { a } from './shape.ts'

const OF_STORE = { store: 'name of a store; left out, all' }

export const COVERAGE_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/coverage',
    summary: 'report which parts of the contract the requests covered',
    query: { as: 'format: `json`, `table` or `page`; from the header Accept if left out', ...OF_STORE },
    answers: a('desk/coverage'),
    ofTraffic: true,
    answer: ({ mock, query, accept }) =>
      shown(formOf(queryText(query, 'as'), accept, refusal), coverage(mock, queryText(query, 'store'))),
  },
  {
    method: 'delete',
    path: '/coverage',
    summary: 'reset the coverage',
    ofTraffic: true,
    answer: ({ mock }) => clearCoverage(mock),
  },
]

const refusal = (says: string) => new AdminError(400, says)

function shown(form: Form, met: Coverage): unknown {
  const { type, text } = coverageText(form, met) ?? {}
  return type !== undefined && text !== undefined ? new TextAnswer(type, text) : met
}
