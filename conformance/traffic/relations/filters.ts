import { keysOf } from '../../../schemas/tables.ts'
import { DAY_FILTERS, VALUE_FILTERS, type DayFilter } from '../../clauses/filters/filters.ts'
import { instantOf } from '../../server/instants.ts'
import { relation, sight } from './relation.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Days begin so much earlier and later than in UTC somewhere in the world (question filters.time_zone). */
const [EARLIEST, LATEST] = [14 * HOUR, 12 * HOUR]

const byValue = relation('a filter keeps what fits it', ['listInvoices'], function* ({ passed, page }) {
  for (const filter of keysOf(VALUE_FILTERS)) {
    const value = passed.query[filter]
    if (!page || value === undefined || page.items.length === 0) continue
    const odd = page.items.find((item) => item[filter] !== value)
    yield sight(VALUE_FILTERS[filter], odd === undefined, () => ({
      field: filter,
      expected: `invoices with ${filter} ${String(value)} alone`,
      got: `${filter} ${JSON.stringify(odd?.[filter])} of invoice ${String(odd?.['id'])}`,
      exchanges: passed,
    }))
  }
})

/** Which instants a filter keeps in some time zone of the world; a new one does not compile until it is a line here. */
const MAY_KEEP: Readonly<Record<DayFilter, (instant: number, day: number) => boolean>> = {
  created_at_min: (instant, day) => instant >= day - EARLIEST,
  created_at_max: (instant, day) => instant < day + DAY + LATEST,
}

const byDay = relation('a date filter keeps its days', ['listInvoices'], function* ({ passed, page }) {
  for (const filter of keysOf(DAY_FILTERS)) {
    const value = passed.query[filter]
    if (!page || value === undefined || page.items.length === 0) continue
    const day = Date.parse(`${String(value)}T00:00:00Z`)
    if (Number.isNaN(day)) continue
    const odd = page.items.find(({ created_at }) => {
      const instant = instantOf(created_at)
      return !Number.isNaN(instant) && !MAY_KEEP[filter](instant, day)
    })
    yield sight(DAY_FILTERS[filter].clause, odd === undefined, () => ({
      field: filter,
      expected: `no invoice that ${filter}=${String(value)} keeps in no time zone`,
      got: `one created at ${String(odd?.['created_at'])}`,
      exchanges: passed,
    }))
  }
})

/** What a filter keeps fits it. */
export const FILTERED = [byValue, byDay] as const
