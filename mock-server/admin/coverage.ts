import { coveragePage } from '../../schemas/coverage/page.ts'
import { coverageTable } from '../../schemas/coverage/table.ts'
import { didYouMean } from '../../schemas/nearest.ts'
import { isOneOf, keysOf } from '../../schemas/tables.ts'
import type { Coverage } from '../../schemas/types.ts'
import { AdminError } from '../desk/admin-error.ts'
import { clearCoverage, coverage } from '../desk/coverage.ts'
import { queryText, TextAnswer, type AdminRoute } from './route.ts'
import { a } from './shape.ts'

type Form = 'json' | 'table' | 'page'

/** What the coverage can be shown as, and the media type that asks for it. */
const FORMS: Readonly<Record<Form, { type: string; show(coverage: Coverage): unknown }>> = {
  json: { type: 'application/json', show: (shown) => shown },
  table: {
    type: 'text/plain',
    show: (shown) => new TextAnswer('text/plain; charset=utf-8', coverageTable(shown)),
  },
  page: {
    type: 'text/html',
    show: (shown) => new TextAnswer('text/html; charset=utf-8', coveragePage(shown)),
  },
}

const TYPES = Object.values(FORMS).map(({ type }) => type)

const OF_STORE = { store: 'name of a store; left out, all' }

export const COVERAGE_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/coverage',
    summary:
      'what of the contract the requests met, and what never; ?as=table for a terminal, ?as=page for a browser (?store=NAME)',
    query: { as: 'json, table or page; left out, what Accept asks for', ...OF_STORE },
    answers: a('desk/coverage'),
    answer: ({ mock, query, accept }) =>
      FORMS[formOf(queryText(query, 'as'), accept)].show(coverage(mock, queryText(query, 'store'))),
  },
  {
    method: 'delete',
    path: '/coverage',
    summary: 'count anew',
    answer: ({ mock }) => clearCoverage(mock),
  },
]

/** The form that is asked for by name, or else by media type: JSON where that names none of them. */
function formOf(asked: string | undefined, accept: string): Form {
  const names = keysOf(FORMS)
  if (asked === undefined) return names.find((name) => FORMS[name].type === preferred(accept)) ?? 'json'
  if (isOneOf(names, asked)) return asked
  throw new AdminError(400, `There is no form "${asked}"; ${didYouMean(asked, names)}`)
}

/** The media type of ours that an Accept header ranks highest. */
function preferred(accept: string): string | undefined {
  const ranked = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
  })
  const known = ranked.filter(({ type, quality }) => quality > 0 && TYPES.includes(type))
  return known.toSorted((one, other) => other.quality - one.quality)[0]?.type
}
