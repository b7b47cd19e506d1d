import type { InvoiceSummary } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { instantOf } from '../../judge/watch/shape/values.ts'
import { bothDates } from './date-ranges.ts'
import { datedInvoices, later, sightsOf, tellingDays, utcDay, type DateFilter } from './days.ts'
import { allInvoices, difference, filtered } from './listing.ts'
import { bestZone, explainingZone, explains, type DateSight } from './time-zones.ts'
import { counted } from './totals.ts'

/** Days that are split at, at most. */
const MOST_SPLITS = 150

const CLAUSES = {
  created_at_min: 'list.filter-created-min',
  created_at_max: 'list.filter-created-max',
} as const

interface Look {
  sights: DateSight[]
  exchanges: Map<DateSight, Exchange>
}

async function lookThrough(law: Law, filter: DateFilter, all: readonly InvoiceSummary[]): Promise<Look> {
  const look: Look = { sights: [], exchanges: new Map() }
  for (const day of tellingDays(all)) {
    const { items, exchanges } = await counted(law, { [filter]: day })
    for (const sight of sightsOf(filter, day, items, all)) {
      look.sights.push(sight)
      look.exchanges.set(sight, exchanges[0]!)
    }
  }
  return look
}

/** list.filter-created-min, list.filter-created-max: some one time zone must explain all that is kept. */
function dateFilter(filter: DateFilter): Check {
  const clause = CLAUSES[filter]
  return check([clause, 'list.meta-arithmetic'], {
    name: `the list by ${filter}`,
    async run(law) {
      let look = await lookThrough(law, filter, await datedInvoices(law))
      if (!explainingZone(look.sights)) {
        law.store.forget('createInvoice')
        look = await lookThrough(law, filter, await datedInvoices(law))
      }
      const zone = explainingZone(look.sights)
      if (!zone) failUnexplained(law, filter, look)
      if (!isTelling(look.sights)) {
        law.of(clause).missing('no day parts the invoices of the store: invoices of several days would')
        return
      }
      law.observe('filters.time_zone', zone.name, look.exchanges.get(look.sights[0]!)!)
      law.of(clause).pass()
    },
  })
}

const isTelling = (sights: readonly DateSight[]) => new Set(sights.map(({ kept }) => kept)).size === 2

function failUnexplained(law: Law, filter: DateFilter, { sights, exchanges }: Look): never {
  const zone = bestZone(sights)
  const sight = sights.find((one) => !explains(zone, one))!
  const created = new Date(sight.instant).toISOString()
  throw law.of(CLAUSES[filter]).violation({
    message: `no time zone explains what ${filter} keeps; ${zone.name} comes closest`,
    expected: `the invoice created at ${created} ${sight.kept ? 'not ' : ''}kept by ${filter}=${sight.day}`,
    got: sight.kept ? 'it is kept' : 'it is not kept',
    exchanges: exchanges.get(sight)!,
  })
}

/** list.dates-complement: up to a day and from the next one on, in any time zone. */
const complement = check('list.dates-complement', {
  name: 'a day and the next part the list',
  async run(law) {
    const all = await datedInvoices(law)
    // Every day on which an invoice was created: its last second may be what a filter forgets.
    const days = [...new Set(all.map(({ created_at }) => utcDay(instantOf(created_at))))].slice(
      0,
      MOST_SPLITS,
    )
    for (const day of days) {
      if (await judgeComplement(law, all, day)) continue
      law.store.forget('createInvoice')
      if (!(await judgeComplement(law, await allInvoices(law), day, true))) return
    }
  },
})

/** Whether the day parts the list; `last` makes a deviation a failure. */
async function judgeComplement(
  law: Law,
  all: readonly InvoiceSummary[],
  day: string,
  last = false,
): Promise<boolean> {
  const until = await filtered(law, { created_at_max: day })
  const from = await filtered(law, { created_at_min: later(day, 1) })
  const untilIds = new Set(until.items.map(({ id }) => id))
  const twice = from.items.filter(({ id }) => untilIds.has(id)).map(({ id }) => id)
  const lacking = difference([...until.items, ...from.items], all)?.lacking ?? []
  if (twice.length === 0 && lacking.length === 0) {
    if (until.items.length > 0 && from.items.length > 0) law.of('list.dates-complement').pass()
    else
      law
        .of('list.dates-complement')
        .missing('no day parts the invoices of the store: invoices of several days would')
    return true
  }
  if (!last) return false
  throw law.of('list.dates-complement').violation({
    message: `created_at_max=${day} and created_at_min=${later(day, 1)}`,
    expected: 'each invoice in exactly one of the two',
    got: `in both: ${twice.slice(0, 5).join(', ') || 'none'}; in neither: ${lacking.slice(0, 5).join(', ') || 'none'}`,
    exchanges: [until.exchanges[0]!, from.exchanges[0]!],
  })
}

export const listDates: readonly Check[] = [
  dateFilter('created_at_min'),
  dateFilter('created_at_max'),
  bothDates,
  complement,
]
