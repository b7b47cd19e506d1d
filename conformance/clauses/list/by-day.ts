import { atOnce } from '../../judge/at-once.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Evidence, Law } from '../../judge/law.ts'
import { instantOf } from '../../judge/watch/shape/values.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import { daysOf, later, tellingDays } from '../filters/days.ts'
import { DAY_FILTERS, type DayFilter } from '../filters/filters.ts'
import { datedInvoices, few, keptBy, settledByFilter } from './listing.ts'
import { bestZone, explainingZone, explains, shownZones, type DateSight } from './time-zones.ts'
import { judgeTotal } from './totals.ts'

interface Sight extends DateSight {
  exchange: Exchange
}

/** What filters make of each invoice, day by day. */
async function sightsOf(law: Law, filters: readonly DayFilter[]): Promise<Sight[]> {
  const all = await datedInvoices(law)
  const sights: Sight[] = []
  for (const filter of filters)
    for (const { day, ids, first_page } of await keptByDay(law, filter, tellingDays(all)))
      for (const { id, created_at } of all)
        sights.push({
          filter,
          day,
          instant: instantOf(created_at),
          kept: ids.has(id),
          exchange: first_page,
        })
  return sights
}

const keptByDay = (law: Law, filter: DayFilter, days: Iterable<string>) =>
  atOnce(days, async (day) => ({ day, ...(await keptBy(law, { [filter]: day })) }))

/** Some one time zone explains all that a filter keeps. */
const byDay = (filter: DayFilter): Check =>
  check([DAY_FILTERS[filter].clause, 'list.meta-arithmetic'], {
    name: `the list by ${filter}`,
    ...(filter === 'created_at_max' && { shows: ['filters.time_zone'] }),
    async run(law) {
      await settledByFilter(law, async () => {
        const sights = await sightsOf(law, [filter])
        const zone = explainingZone(sights)
        if (!zone) return unexplained(sights)
        const [first, ...others] = sights
        if (!first || others.every(({ kept }) => kept === first.kept)) return noDayParts(law)
        law.observe('filters.time_zone', zone.name, first.exchange)
        return null
      })
      await atOnce(tellingDays(await datedInvoices(law)), (day) =>
        judgeTotal(law.of('list.meta-arithmetic'), { [filter]: day }),
      )
    },
  })

function noDayParts(law: Law): 'unseen' {
  law.missing('no day parts the invoices of the store: invoices of several days would')
  return 'unseen'
}

/** The first sight that not even the zone explains that comes closest. */
function unexplained(sights: readonly Sight[]): Evidence | null {
  const zone = bestZone(sights)
  const sight = sights.find((one) => !explains(zone, one))
  if (!sight) return null
  const { filter, day, instant, kept, exchange } = sight
  return {
    message: `no time zone explains what ${filter} keeps; ${zone.name} comes closest`,
    expected: `the invoice created at ${new Date(instant).toISOString()} ${kept ? 'not ' : ''}kept by ${filter}=${day}`,
    got: kept ? 'it is kept' : 'it is not kept',
    exchanges: exchange,
  }
}

/** One zone has to explain both filters: a day that ends early for one and late for the other has none. */
const bothFilters = check(['list.filter-created-min', 'list.filter-created-max'], {
  name: 'the list by both dates',
  async run(law) {
    for (const filter of keysOf(DAY_FILTERS))
      await settledByFilter(law.of(DAY_FILTERS[filter].clause), async () => {
        const odd = await outOfStep(law)
        return odd?.filter === filter ? departing(odd) : 'unseen'
      })
  },
})

/**
 * A sight of the one filter that departs from UTC or from a zone that the timestamps show, while the other one keeps to
 * it and no zone explains the two. Where neither keeps to such a zone, list.dates-complement tells.
 */
async function outOfStep(law: Law): Promise<(Sight & { zone: string }) | undefined> {
  const sights = await sightsOf(law, keysOf(DAY_FILTERS))
  if (explainingZone(sights)) return undefined
  for (const zone of shownZones(await datedInvoices(law))) {
    const [odd, ...others] = sights.filter((sight) => !explains(zone, sight))
    if (odd && others.every(({ filter }) => filter === odd.filter)) return { ...odd, zone: zone.name }
  }
  return undefined
}

const departing = ({ filter, day, exchange, zone }: Sight & { zone: string }): Evidence => ({
  message: `no time zone explains both date filters; the other one keeps to the days of ${zone}`,
  expected: `${filter}=${day} by the same days`,
  exchanges: exchange,
})

/** Days that are split at, at most. */
const MOST_SPLITS = 150

/** Up to a day and from the next one on, in any time zone; its last second may be what a filter forgets. */
const complement = check('list.dates-complement', {
  name: 'a day and the next part the list',
  async run(law) {
    const days = daysOf(await datedInvoices(law)).slice(0, MOST_SPLITS)
    await atOnce(days, (day) => settledByFilter(law, () => split(law, day, later(day, 1))))
  },
})

async function split(law: Law, day: string, next: string): Promise<Evidence | 'unseen' | null> {
  const all = await datedInvoices(law)
  const until = await keptBy(law, { created_at_max: day })
  const from = await keptBy(law, { created_at_min: next })
  const inBoth = [...from.ids].filter((id) => until.ids.has(id))
  const inNeither = all.map(({ id }) => id).filter((id) => !until.ids.has(id) && !from.ids.has(id))
  if (inBoth.length + inNeither.length === 0)
    return until.ids.size > 0 && from.ids.size > 0 ? null : noDayParts(law)
  return {
    message: `created_at_max=${day} and created_at_min=${next}`,
    expected: 'each invoice in exactly one of the two',
    got: `in both: ${few(inBoth)}; in neither: ${few(inNeither)}`,
    exchanges: [until.first_page, from.first_page],
  }
}

export const listByDay: readonly Check[] = [...keysOf(DAY_FILTERS).map(byDay), bothFilters, complement]
