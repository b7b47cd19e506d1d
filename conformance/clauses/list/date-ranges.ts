import fc from 'fast-check'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { datedInvoices, sightsOf, tellingDays, type DateFilter } from './days.ts'
import { difference, filtered } from './listing.ts'
import { explainingZone, explains, fixedZone, type DateSight, type Zone } from './time-zones.ts'

/** What the two filters showed apart, each answer with the invoices that it kept. */
interface Seen {
  filter: DateFilter
  day: string
  found: readonly InvoiceSummary[]
  exchange: Exchange
}

/** One zone has to explain both filters: a day that ends early for one and late for the other has none. */
export const bothDates = check(
  ['list.filter-created-min', 'list.filter-created-max', 'list.filter-combination'],
  {
    name: 'the list by both dates',
    async run(law) {
      const all = await datedInvoices(law)
      const days = tellingDays(all)
      if (days.length < 2) law.notExercised('no invoice tells its day')
      const seen: Seen[] = []
      const place = fc.integer({ min: 0, max: days.length - 1 })
      await law.property(
        fc.tuple(place, place),
        async ([a, b]) => {
          const range = { created_at_min: days[Math.min(a, b)]!, created_at_max: days[Math.max(a, b)]! }
          seen.push(...(await judgeRange(law, all, range)))
        },
        { examples: days.slice(0, 8).map((_, index): [number, number] => [index, index]) },
      )
      await judgeOneZone(law, all, seen)
    },
  },
)

/** A range keeps exactly what each of its ends keeps. */
async function judgeRange(
  law: Law,
  all: readonly InvoiceSummary[],
  range: { created_at_min: string; created_at_max: string },
): Promise<Seen[]> {
  const from = await filtered(law, { created_at_min: range.created_at_min })
  const to = await filtered(law, { created_at_max: range.created_at_max })
  const both = await filtered(law, range)
  const toIds = new Set(to.items.map(({ id }) => id))
  const wrong = difference(
    both.items,
    from.items.filter(({ id }) => toIds.has(id)),
  )
  const newer =
    wrong?.extra.every((id) => all.every((invoice) => invoice.id !== id)) && wrong.lacking.length === 0
  law.of('list.filter-combination').judge(wrong === null || newer === true, {
    message: `${range.created_at_min} to ${range.created_at_max}`,
    expected: 'exactly the invoices that each of the two filters keeps',
    got: `besides: ${wrong?.extra.slice(0, 5).join(', ') || 'none'}; lacking: ${wrong?.lacking.slice(0, 5).join(', ') || 'none'}`,
    exchanges: [from.exchanges[0]!, to.exchanges[0]!, both.exchanges[0]!],
  })
  return [
    { filter: 'created_at_min', day: range.created_at_min, found: from.items, exchange: from.exchanges[0]! },
    { filter: 'created_at_max', day: range.created_at_max, found: to.items, exchange: to.exchanges[0]! },
  ]
}

const CLAUSES = {
  created_at_min: 'list.filter-created-min',
  created_at_max: 'list.filter-created-max',
} as const

/**
 * The filter that departs from UTC and from the zone that the timestamps show, while the other one keeps to it and
 * no zone explains the two. Where neither keeps to such a zone, list.dates-complement tells.
 */
async function judgeOneZone(law: Law, all: readonly InvoiceSummary[], seen: readonly Seen[]): Promise<void> {
  if (explainingZone(allSights(seen, all))) return
  const lasting = await stillListed(law, all)
  if (explainingZone(allSights(seen, lasting))) return
  for (const zone of shownZones(lasting)) {
    const odd = seen.filter(
      (one) => !sightsOf(one.filter, one.day, one.found, lasting).every((sight) => explains(zone, sight)),
    )
    if (new Set(odd.map(({ filter }) => filter)).size === 1) failOdd(law, zone, odd[0]!)
  }
}

const allSights = (seen: readonly Seen[], all: readonly InvoiceSummary[]): DateSight[] =>
  seen.flatMap(({ filter, day, found }) => sightsOf(filter, day, found, all))

/** On a live store invoices may have gone meanwhile. */
async function stillListed(law: Law, all: readonly InvoiceSummary[]): Promise<InvoiceSummary[]> {
  law.store.forget('createInvoice')
  const now = await datedInvoices(law)
  return all.filter(({ id, created_at }) => now.some((one) => one.id === id && one.created_at === created_at))
}

function failOdd(law: Law, zone: Zone, { filter, day, exchange }: Seen): never {
  throw law.of(CLAUSES[filter]).violation({
    message: `no time zone explains both date filters; the other one keeps to the days of ${zone.name}`,
    expected: `${filter}=${day} by the same days`,
    exchanges: exchange,
  })
}

/** UTC, and the offsets that timestamps end in. */
function shownZones(all: readonly InvoiceSummary[]): Zone[] {
  const offsets = all.map(({ created_at }) => {
    const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(created_at) ?? []
    return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : 0
  })
  return [...new Set([0, ...offsets])].map(fixedZone)
}
