import { isOneOf, keysOf } from '../../../schemas/tables.ts'
import type { Sight } from '../../judge/check.ts'
import { LISTINGS, type Page } from '../page.ts'
import type { Passed } from '../passed.ts'
import { FRESH_MS, type PageFact } from '../store.ts'
import { relation, sight, type Seen } from './relation.ts'

/** What one page says of itself. */
const onePage = relation(
  'a page is the one asked for',
  keysOf(LISTINGS),
  function* ({ passed, page, moment }) {
    if (!page) return
    const { rules, asked, meta, ids, kind } = page
    const isPlain = passed.query['page'] === undefined && passed.query['per_page'] === undefined
    yield sight(
      isPlain ? rules.defaults : rules.echo,
      meta.page === asked.page && meta.per_page === asked.per_page,
      () => ({
        field: 'meta.page',
        expected: `meta with page ${asked.page} and per_page ${asked.per_page}`,
        got: `page ${meta.page} and per_page ${meta.per_page}`,
        exchanges: passed,
      }),
    )
    yield totalPages(page, passed)
    yield sight(rules.partition, isEachOnce(ids), () => ({
      expected: 'each record once on a page',
      got: 'a record stands on it twice',
      exchanges: passed,
    }))
    // While records are made and deleted, what is counted and what is listed may be of two moments.
    if (!moment.disturbed.has(kind)) yield size(page, passed)
  },
)

/** Most lists are in the order of their ids. */
function isEachOnce(ids: readonly number[]): boolean {
  const isInOrder = ids.every((id, at) => at === 0 || id < (ids[at - 1] ?? id))
  return isInOrder || new Set(ids).size === ids.length
}

function totalPages({ rules, meta: { total, per_page, total_pages } }: Page, passed: Passed): Sight {
  const allowed = total === 0 ? [0, 1] : [Math.ceil(total / per_page)]
  return sight(rules.arithmetic, isOneOf(allowed, total_pages), () => ({
    field: 'meta.total_pages',
    expected: `total_pages ${allowed.join(' or ')}`,
    got: String(total_pages),
    exchanges: passed,
  }))
}

function size({ rules, asked, meta, ids }: Page, passed: Passed): Sight {
  const isBeyond = asked.page > 1 && (asked.page - 1) * asked.per_page >= meta.total
  const expected = Math.max(0, Math.min(asked.per_page, meta.total - (asked.page - 1) * asked.per_page))
  return sight(isBeyond ? rules.beyond : rules.sizes, ids.length === expected, () => ({
    message: `page ${asked.page} of ${meta.total} records at ${asked.per_page} a page`,
    expected: `${expected} records`,
    got: `${ids.length}`,
    exchanges: passed,
  }))
}

/** Two pages of one listing that follow each other share no record, while nothing changes. */
const partition = relation('pages part the listing', keysOf(LISTINGS), function* (seen) {
  const { passed, page, moment, store } = seen
  if (!page || moment.disturbed.has(page.kind)) return
  const { page: number } = page.asked
  const asked = listingOf(passed, page)
  const others = store.pages.get(asked) ?? new Map<number, PageFact>()
  store.pages.set(asked, others)
  const fact = factOf(page, seen)
  const [before, after] = [others.get(number - 1), others.get(number + 1)]
  if (before && isComparable(before, page, seen) && isByAge(before, fact)) yield apart(page, before, passed)
  if (after && isComparable(after, page, seen) && isByAge(fact, after)) yield apart(page, after, passed)
  others.set(number, fact)
})

/** What was asked for, whichever page of it. */
function listingOf({ operation, query }: Passed, { asked }: Page): string {
  const others = Object.keys(query).filter((name) => name !== 'page' && name !== 'per_page')
  const filters = others.toSorted().map((name) => `&${name}=${String(query[name])}`)
  return `${operation} per_page=${asked.per_page}${filters.join('')}`
}

const factOf = ({ ids, meta: { total } }: Page, { passed, moment: { until, ended_at } }: Seen): PageFact => ({
  passed,
  ids,
  total,
  steps: stepsOf(ids),
  until,
  ended_at,
})

const isComparable = (other: PageFact, { kind, meta }: Page, { moment, timeline }: Seen): boolean =>
  other.total === meta.total &&
  moment.ended_at - other.ended_at < FRESH_MS &&
  timeline.isQuietSince(other, kind)

function apart({ rules, ids }: Page, other: PageFact, passed: Passed): Sight {
  // Where ids follow each other in one direction, what stands on both pages stands where they meet.
  const twice = ids.find((id) => id === other.ids[0] || id === other.ids.at(-1))
  return sight(rules.partition, twice === undefined, () => ({
    message: 'pages of one listing overlap',
    expected: 'each record on exactly one page',
    got: `record ${String(twice)} stands on two`,
    exchanges: [other.passed, passed],
  }))
}

const [UP, DOWN] = [1, 2]

function stepsOf(ids: readonly number[]): number {
  let steps = 0
  let before: number | undefined
  for (const id of ids) {
    if (before !== undefined && id !== before) steps |= id > before ? UP : DOWN
    before = id
  }
  return steps
}

/** Whether ids follow each other in one direction: where records are in another order, a change of one moves the others. */
function isByAge(one: PageFact, other: PageFact): boolean {
  if (one.ids.length + other.ids.length <= 2) return false
  const between = stepsOf([...one.ids.slice(-1), ...other.ids.slice(0, 1)])
  return (one.steps | between | other.steps) !== (UP | DOWN)
}

/** The rules of paging. */
export const PAGES = [onePage, partition] as const
