import fc from 'fast-check'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import type { Check } from '../../check.ts'
import { isObject, member, type Exchange } from '../../client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { instantOf, isDateTime } from '../../watch/shape/values.ts'
import type { Collection } from '../../store/inventory.ts'
import { allInvoices, difference, filtered } from './listing.ts'
import { bestZone, explainingZone, explains, type DateSight } from './time-zones.ts'

const DAY = 86_400_000
/** Days that are asked for, at most: the days of the invoices and their neighbours. */
const MOST_DAYS = 40
/** Days that are split at, at most. */
const MOST_SPLITS = 150

type DateFilter = 'created_at_min' | 'created_at_max'
const CLAUSES = {
  created_at_min: 'list.filter-created-min',
  created_at_max: 'list.filter-created-max',
} as const

const utcDay = (instant: number) => new Date(instant).toISOString().slice(0, 10)
const later = (day: string, days: number) => utcDay(Date.parse(day) + days * DAY)

/** Days on which invoices were created, with those before and after, the first and last ones and evenly between. */
function tellingDays(all: readonly InvoiceSummary[]): string[] {
  const own = all.map(({ created_at }) => utcDay(instantOf(created_at)))
  const days = [...new Set(own.flatMap((day) => [later(day, -1), day, later(day, 1)]))].toSorted()
  const step = Math.max(1, Math.floor(days.length / MOST_DAYS))
  return days.filter((_, index) => index % step === 0 || index >= days.length - 3)
}

interface Look {
  sights: DateSight[]
  exchanges: Map<DateSight, Exchange>
}

async function lookThrough(trial: Trial, filter: DateFilter, all: readonly InvoiceSummary[]): Promise<Look> {
  const look: Look = { sights: [], exchanges: new Map() }
  for (const day of tellingDays(all)) {
    const { items, exchanges } = await counted(trial, { [filter]: day })
    const kept = new Set(items.map(({ id }) => id))
    for (const { id, created_at } of all) {
      const sight = { filter, day, instant: instantOf(created_at), kept: kept.has(id) }
      look.sights.push(sight)
      look.exchanges.set(sight, exchanges[0]!)
    }
  }
  return look
}

/** list.meta-arithmetic: total counts what the filter keeps, no more; asked twice where they differ. */
async function counted(
  trial: Trial,
  query: { [filter in DateFilter]?: string },
): Promise<Collection<InvoiceSummary>> {
  const first = await filtered(trial, query)
  const found = totalOf(first) === first.items.length ? first : await filtered(trial, query)
  trial.judge('list.meta-arithmetic', !found.complete || totalOf(found) === found.items.length, {
    expected: `total ${found.items.length}, the invoices on all pages`,
    got: `total ${String(totalOf(found))}`,
    exchanges: found.exchanges[0]!,
  })
  return found
}

const totalOf = ({ exchanges }: Collection<InvoiceSummary>): unknown => {
  const meta = member(exchanges[0]!, 'meta')
  return isObject(meta) ? meta['total'] : undefined
}

/** list.filter-created-min, list.filter-created-max: some one time zone must explain all that is kept. */
function dateFilter(filter: DateFilter): Check {
  const clause = CLAUSES[filter]
  return {
    name: `the list by ${filter}`,
    clauses: [clause, 'list.meta-arithmetic'],
    async run(trial) {
      let look = await lookThrough(trial, filter, await datedInvoices(trial))
      if (!explainingZone(look.sights)) {
        trial.session.inventory.forget('createInvoice')
        look = await lookThrough(trial, filter, await datedInvoices(trial))
      }
      const zone = explainingZone(look.sights)
      if (!zone) failUnexplained(trial, filter, look)
      if (!isTelling(look.sights)) {
        trial.missing(clause, 'no day parts the invoices of the store: invoices of several days would')
        return
      }
      trial.session.observations.observe('filters.time_zone', zone.name, look.exchanges.get(look.sights[0]!)!)
      trial.pass(clause)
    },
  }
}

const isTelling = (sights: readonly DateSight[]) => new Set(sights.map(({ kept }) => kept)).size === 2

function failUnexplained(trial: Trial, filter: DateFilter, { sights, exchanges }: Look): never {
  const zone = bestZone(sights)
  const sight = sights.find((one) => !explains(zone, one))!
  const created = new Date(sight.instant).toISOString()
  trial.fail(CLAUSES[filter], {
    message: `no time zone explains what ${filter} keeps; ${zone.name} comes closest`,
    expected: `the invoice created at ${created} ${sight.kept ? 'not ' : ''}kept by ${filter}=${sight.day}`,
    got: sight.kept ? 'it is kept' : 'it is not kept',
    exchanges: exchanges.get(sight)!,
  })
}

async function datedInvoices(trial: Trial): Promise<InvoiceSummary[]> {
  return (await allInvoices(trial)).filter(({ created_at }) => isDateTime(created_at))
}

/** One zone has to explain both filters: a day that ends early for one and late for the other has none. */
const bothDates: Check = {
  name: 'the list by both dates',
  clauses: ['list.filter-created-min', 'list.filter-created-max', 'list.filter-combination'],
  async run(trial) {
    const all = await datedInvoices(trial)
    const days = tellingDays(all)
    if (days.length < 2) trial.notExercised('no invoice tells its day')
    const place = fc.integer({ min: 0, max: days.length - 1 })
    await trial.property(
      fc.tuple(place, place),
      async ([a, b]) => {
        const range = { created_at_min: days[Math.min(a, b)]!, created_at_max: days[Math.max(a, b)]! }
        await judgeRange(trial, all, range)
      },
      { examples: days.slice(0, 8).map((_, index) => [index, index]) },
    )
  },
}

/** A range keeps exactly what each of its ends keeps. */
async function judgeRange(
  trial: Trial,
  all: readonly InvoiceSummary[],
  range: { created_at_min: string; created_at_max: string },
): Promise<void> {
  const from = await filtered(trial, { created_at_min: range.created_at_min })
  const to = await filtered(trial, { created_at_max: range.created_at_max })
  const both = await filtered(trial, range)
  const toIds = new Set(to.items.map(({ id }) => id))
  const wrong = difference(
    both.items,
    from.items.filter(({ id }) => toIds.has(id)),
  )
  const newer =
    wrong?.extra.every((id) => all.every((invoice) => invoice.id !== id)) && wrong.lacking.length === 0
  trial.judge('list.filter-combination', wrong === null || newer === true, {
    message: `${range.created_at_min} to ${range.created_at_max}`,
    expected: 'exactly the invoices that each of the two filters keeps',
    got: `besides: ${wrong?.extra.slice(0, 5).join(', ') || 'none'}; lacking: ${wrong?.lacking.slice(0, 5).join(', ') || 'none'}`,
    exchanges: [from.exchanges[0]!, to.exchanges[0]!, both.exchanges[0]!],
  })
}

/** list.dates-complement: up to a day and from the next one on, in any time zone. */
const complement: Check = {
  name: 'a day and the next part the list',
  clauses: ['list.dates-complement'],
  async run(trial) {
    const all = await datedInvoices(trial)
    // Every day on which an invoice was created: its last second may be what a filter forgets.
    const days = [...new Set(all.map(({ created_at }) => utcDay(instantOf(created_at))))].slice(
      0,
      MOST_SPLITS,
    )
    for (const day of days) {
      if (await judgeComplement(trial, all, day)) continue
      trial.session.inventory.forget('createInvoice')
      if (!(await judgeComplement(trial, await allInvoices(trial), day, true))) return
    }
  },
}

/** Whether the day parts the list; `last` makes a deviation a failure. */
async function judgeComplement(
  trial: Trial,
  all: readonly InvoiceSummary[],
  day: string,
  last = false,
): Promise<boolean> {
  const until = await filtered(trial, { created_at_max: day })
  const from = await filtered(trial, { created_at_min: later(day, 1) })
  const untilIds = new Set(until.items.map(({ id }) => id))
  const twice = from.items.filter(({ id }) => untilIds.has(id)).map(({ id }) => id)
  const lacking = difference([...until.items, ...from.items], all)?.lacking ?? []
  if (twice.length === 0 && lacking.length === 0) {
    if (until.items.length > 0 && from.items.length > 0) trial.pass('list.dates-complement')
    else
      trial.missing(
        'list.dates-complement',
        'no day parts the invoices of the store: invoices of several days would',
      )
    return true
  }
  if (!last) return false
  trial.fail('list.dates-complement', {
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
