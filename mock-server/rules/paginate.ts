import type { Dialect } from '../../schemas/dialect.ts'
import type { Meta } from '../../schemas/types.ts'
import type { Pages } from '../store/listing.ts'
import { Refusal } from '../refusal.ts'

/** Paging parameters as they were sent: text. */
export interface PagingQuery {
  page?: string | undefined
  per_page?: string | undefined
}

export interface PageRequest {
  page: number
  per_page: number
}

/** What a parameter outside its range does. */
type RangeRule = Dialect['pagination.out_of_range']

interface Range {
  least: number
  most: number
  otherwise: number
  says: string
}

// No page number is too high.
const PAGE: Range = {
  least: 1,
  most: Number.MAX_SAFE_INTEGER,
  otherwise: 1,
  says: 'must be an integer of at least 1',
}
const PER_PAGE: Range = { least: 1, most: 250, otherwise: 25, says: 'must be an integer from 1 to 250' }

/** The rule for search, which lists unprocessable and so may differ (open question pagination.search_out_of_range). */
export function searchRangeRule(dialect: Dialect): RangeRule {
  const rule = dialect['pagination.search_out_of_range']
  return rule === 'as_list' ? dialect['pagination.out_of_range'] : rule
}

/**
 * Which page is asked for (clauses list.defaults, list.per-page-range, list.out-of-range).
 * @param rule asked only where a parameter is outside its range
 * @throws Refusal unprocessable when the rule is to reject
 */
export function readPaging(query: PagingQuery, rule: () => RangeRule): PageRequest {
  const page = integerIn(query.page, PAGE, rule)
  const per_page = integerIn(query.per_page, PER_PAGE, rule)
  if (page === null || per_page === null)
    throw new Refusal('unprocessable', {
      ...(page === null && { page: [PAGE.says] }),
      ...(per_page === null && { per_page: [PER_PAGE.says] }),
    })
  return { page, per_page }
}

/** One page of the records, and where it stands among them (clauses list.meta-arithmetic, list.meta-echo). */
export function pageOf<T>(
  records: Pages<T>,
  { page, per_page }: PageRequest,
  dialect: Dialect,
): { records: T[]; meta: Meta } {
  const total = records.size
  const total_pages = total === 0 ? dialect['meta.empty_total_pages'] : Math.ceil(total / per_page)
  const offset = (page - 1) * per_page
  return {
    records: offset < total ? records.page(offset, per_page) : [],
    meta: { total, page, per_page, total_pages },
  }
}

/** What a parameter asks for; null for what is refused. */
function integerIn(text: string | undefined, range: Range, rule: () => RangeRule): number | null {
  const { least, most, otherwise } = range
  if (text === undefined) return otherwise
  const isInteger = /^-?\d+$/.test(text)
  // Numbers beyond exact integers are as far beyond the last page as the highest of those.
  const value = isInteger ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : otherwise
  return isInteger && value >= least && value <= most ? value : OUTSIDE[rule()](value, range)
}

/** What a parameter that is outside its range, or no integer, is taken for. */
const OUTSIDE: Record<RangeRule, (value: number, range: Range) => number | null> = {
  clamped: (value, { least, most }) => Math.min(Math.max(value, least), most),
  defaults: (_value, { otherwise }) => otherwise,
  rejected: () => null,
}
