import { keysOf } from '../../schemas/tables.ts'
import type { Violation } from '../../schemas/types.ts'
import { VALUE_FILTERS } from '../clauses/filters/filters.ts'
import { retryAfterUnit } from '../server/client/retry-after.ts'
import { structureOf } from '../clauses/records/observe.ts'
import { isObject, member } from '../server/client/exchange.ts'
import { isRateLimited } from '../server/client/rate-limit.ts'
import { bodyBy } from '../server/learn/bodies.ts'
import type { Session } from '../server/session.ts'
import type { Page } from './page.ts'
import type { Passed } from './passed.ts'

/** What an answer, and the page that it holds, show of the open questions. */
export type Look = (passed: Passed, session: Session, page: Page | null) => void

const forbidden: Look = (passed, { kinds, observations }) => {
  const unauthorized = kinds.learned('unauthorized')
  // Where a bad key is refused so, too, nobody knows which it is.
  const isSure = unauthorized !== undefined && unauthorized.status !== 403
  if (passed.response.status === 403 && passed.token !== null && passed.operation && isSure)
    observations.observe('body.forbidden', bodyBy('body.forbidden', passed), passed)
}

const limited: Look = (passed, { observations }) => {
  const unit = isRateLimited(passed) ? retryAfterUnit(passed) : null
  if (unit !== null) observations.observe('rate.retry_after_unit', unit, passed)
}

/** The contract allows it. */
const emptySearch: Look = (passed, { kinds, observations }, page) => {
  const { operation, query, violations } = passed
  if (operation !== 'searchInvoices' || query['q'] !== '' || violations.length > 0) return
  const total = page?.meta.total
  if (kinds.is('unprocessable', passed)) observations.observe('search.empty_q', 'unprocessable', passed)
  else if (total === 0) observations.observe('search.empty_q', 'nothing', passed)
  else if (total !== undefined) observations.observe('search.empty_q', 'everything', passed)
}

/** Where the filters stand that have a list of values; what is made of a day that is none may be another matter. */
const BY_VALUE = keysOf(VALUE_FILTERS).map((filter) => `query.${filter}`)

/** What a server makes of one mistake of its client, by what the mistake is. */
const MISTAKES: readonly { is(only: Violation, passed: Passed): boolean; look: Look }[] = [
  {
    is: ({ where, rule }, { operation }) =>
      operation === 'listInvoices' && where === 'query.per_page' && rule === 'range',
    look: outOfRange('pagination.out_of_range'),
  },
  {
    is: ({ where, rule }, { operation, query }) =>
      operation === 'searchInvoices' && where === 'query.per_page' && rule === 'range' && query['q'] !== '',
    look: outOfRange('pagination.search_out_of_range'),
  },
  {
    is: ({ where, rule }, { operation, query }) =>
      operation === 'listInvoices' &&
      rule === 'unknown-value' &&
      BY_VALUE.includes(where) &&
      Object.keys(query).length === 1,
    look: unknownValue,
  },
  {
    is: ({ where }, { params }) => where === 'path' && !/^-?\d+$/.test(String(params['id'] ?? 0)),
    look: oddId,
  },
  { is: ({ where, rule }) => where.endsWith('.template_type') && rule === 'unknown-value', look: structure },
  {
    is: ({ where, rule }, { input }) => where === 'body' && rule === 'malformed' && input === undefined,
    look: noJson,
  },
]

/** Only what breaks the contract in one way alone tells what is made of that. */
const mistakes: Look = (passed, session, page) => {
  const [only, ...others] = passed.violations
  if (!only || others.length > 0 || passed.key === 'none' || isRateLimited(passed)) return
  for (const { is, look } of MISTAKES) if (is(only, passed)) look(passed, session, page)
}

/** What errors show, and answers to mistakes of clients. */
export const ERROR_LOOKS: readonly Look[] = [forbidden, limited, emptySearch, mistakes]

function outOfRange(key: 'pagination.out_of_range' | 'pagination.search_out_of_range'): Look {
  return (passed, { kinds, observations }, page) => {
    if (kinds.is('unprocessable', passed)) observations.observe(key, 'rejected', passed)
    else if (page && page.asked.per_page > 250)
      observations.observe(key, page.meta.per_page === 250 ? 'clamped' : 'defaults', passed)
  }
}

function unknownValue(passed: Passed, { kinds, observations }: Session, page: Page | null): void {
  const total = page?.meta.total
  if (kinds.is('unprocessable', passed)) observations.observe('filters.unknown_value', 'rejected', passed)
  // In a store without invoices nothing is found either way.
  else if (total === 0 && observations.seen.has('list.order'))
    observations.observe('filters.unknown_value', 'nothing_matches', passed)
  else if (total !== undefined && total > 0) observations.observe('filters.unknown_value', 'ignored', passed)
}

function oddId(passed: Passed, { kinds, observations }: Session): void {
  const [kind, ...others] = (['not-found', 'unprocessable'] as const).filter((one) => kinds.is(one, passed))
  if (kind && others.length === 0) observations.observe('errors.non_integer_id', kind, passed)
}

function structure(passed: Passed, { kinds, observations }: Session): void {
  const told = kinds.is('unprocessable', passed) ? structureOf(member(passed, 'errors')) : null
  if (told !== null) observations.observe('errors.structure', told, passed)
}

function noJson(passed: Passed, { kinds, observations }: Session): void {
  const { status } = passed.response
  const learned = kinds.learned('unprocessable')
  if (!learned || status < 400 || status > 499) return
  const own = status === 400 && (learned.status !== 400 || !isObject(member(passed, 'errors')))
  if (own || kinds.is('unprocessable', passed))
    observations.observe('errors.malformed_json', own ? 'bad_request' : 'unprocessable', passed)
}
