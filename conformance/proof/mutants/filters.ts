import { keysOf } from '../../../schemas/tables.ts'
import type { ListInvoicesQuery } from '../../../schemas/types.ts'

/** The filters of the list, and what each is given; a new one does not compile until it stands here. */
const GIVEN = {
  invoice_type: 'a value',
  financial_status: 'a value',
  created_at_min: 'a day',
  created_at_max: 'a day',
} as const satisfies Record<Exclude<keyof ListInvoicesQuery, 'page' | 'per_page'>, string>

export const FILTERS = keysOf(GIVEN)
export const BY_VALUE = FILTERS.filter((name) => GIVEN[name] === 'a value')
export const BY_DAY = FILTERS.filter((name) => GIVEN[name] === 'a day')
