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
 * @throws Refusal unprocessable when the rule is to reject
 */
export function readPaging(query: PagingQuery, rule: RangeRule): PageRequest {
  const page = integerIn(query.page, PAGE)
  const per_page = integerIn(query.per_page, PER_PAGE)
  if (rule === 'rejected') refuseOutside({ page, per_page })
  return { page: settled(page, PAGE, rule), per_page: settled(per_page, PER_PAGE, rule) }
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

/** A parameter read: what it asks for, and whether that is in range. Left out, it asks for the default. */
interface Asked {
  value: number
  inRange: boolean
}

function integerIn(text: string | undefined, { least, most, otherwise }: Range): Asked {
  if (text === undefined) return { value: otherwise, inRange: true }
  if (!/^-?\d+$/.test(text)) return { value: otherwise, inRange: false }
  const value = Number(text)
  // No page number is too high; those beyond exact integers are as far beyond the last page as the highest.
  return { value, inRange: value >= least && (value <= most || most === PAGE.most) }
}

function settled({ value, inRange }: Asked, { least, most, otherwise }: Range, rule: RangeRule): number {
  if (!inRange && rule === 'defaults') return otherwise
  return Math.min(Math.max(value, least), most)
}

function refuseOutside({ page, per_page }: Record<keyof PageRequest, Asked>): void {
  if (page.inRange && per_page.inRange) return
  throw new Refusal('unprocessable', {
    ...(page.inRange ? {} : { page: [PAGE.says] }),
    ...(per_page.inRange ? {} : { per_page: [PER_PAGE.says] }),
  })
}
