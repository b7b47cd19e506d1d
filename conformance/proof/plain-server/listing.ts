import { createHash } from 'node:crypto'
import type { Answers, MatchRule, OutOfRange } from './answers.ts'
import { parameter } from './input.ts'
import { unprocessable } from './refusal.ts'
import type { Call, Invoice, Text } from './store.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const FINANCIAL_STATUSES = 'paid pending partially_paid partially_refunded refunded voided authorized'.split(
  ' ',
)

interface Paging {
  page: number
  perPage: number
}

/** page and per_page of the query; out of range they are treated by the rule. */
export function readPaging(call: Call, rule: OutOfRange): Paging {
  return {
    page: ranged('page', parameter(call, 'page'), 1, Number.MAX_SAFE_INTEGER, rule),
    perPage: ranged('per_page', parameter(call, 'per_page'), 25, 250, rule),
  }
}

function ranged(
  name: string,
  text: string | undefined,
  preset: number,
  max: number,
  rule: OutOfRange,
): number {
  if (text === undefined) return preset
  const value = /^-?\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : NaN
  if (value >= 1 && value <= max) return value
  if (rule === 'rejected') throw unprocessable(name, `must be an integer from 1 to ${String(max)}`)
  return rule === 'defaults' || Number.isNaN(value) ? preset : Math.min(Math.max(value, 1), max)
}

/** One page of rows, with its meta object. */
export function pageOf<Item>(answers: Answers, rows: readonly Item[], { page, perPage }: Paging) {
  const meta = {
    total: rows.length,
    page,
    per_page: perPage,
    total_pages: rows.length === 0 ? answers.emptyTotalPages : Math.ceil(rows.length / perPage),
  }
  return {
    rows: rows.slice((page - 1) * perPage, page * perPage),
    meta: answers.extraFields ? { ...meta, next_page: null } : meta,
  }
}

interface Sortable {
  id: number
  createdAt: number
  updatedAt: number
}

/** A total order of rows; `name` is what they are called. */
export function sorted<Item extends Sortable>(
  answers: Answers,
  rows: Iterable<Item>,
  name: (row: Item) => string,
): Item[] {
  const orders: Record<Answers['listOrder'], (a: Item, b: Item) => number> = {
    oldest: (a, b) => a.createdAt - b.createdAt,
    updated: (a, b) => b.updatedAt - a.updatedAt,
    name: (a, b) => compare(name(a), name(b)),
    scattered: (a, b) => scattered(a.id) - scattered(b.id),
  }
  return [...rows].toSorted((a, b) => orders[answers.listOrder](a, b) || a.id - b.id)
}

/** A place by the id that has nothing to do with its size. */
const scattered = (id: number): number => createHash('sha256').update(String(id)).digest().readUInt32BE()

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

interface Filter {
  name: string
  valid(text: string): boolean
  keeps(invoice: Invoice, text: string, answers: Answers): boolean
}

const FILTERS: readonly Filter[] = [
  {
    name: 'invoice_type',
    valid: (text) => ['invoice', 'quote', 'pro_forma'].includes(text),
    keeps: (invoice, text) => invoice.type === text,
  },
  {
    name: 'financial_status',
    valid: (text) => FINANCIAL_STATUSES.includes(text),
    keeps: (invoice, text) => invoice.order.financial_status === text,
  },
  {
    name: 'created_at_min',
    valid: isDay,
    keeps: (invoice, text, answers) => dayOf(invoice.createdAt, answers) >= text,
  },
  {
    name: 'created_at_max',
    valid: isDay,
    keeps: (invoice, text, answers) => dayOf(invoice.createdAt, answers) <= text,
  },
]

function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The calendar day of a moment in the store's time zone. */
function dayOf(time: number, answers: Answers): string {
  return new Date(time + answers.zoneMinutes * 60_000).toISOString().slice(0, 10)
}

/** The test that the query's filters together make of an invoice. */
export function readFilters(call: Call): (invoice: Invoice) => boolean {
  const { answers } = call.world
  const tests = FILTERS.flatMap((filter) => {
    const text = parameter(call, filter.name)
    if (text === undefined) return []
    if (filter.valid(text)) return [(invoice: Invoice) => filter.keeps(invoice, text, answers)]
    if (answers.unknownFilter === 'rejected') throw unprocessable(filter.name, 'is not a known value')
    return answers.unknownFilter === 'nothing' ? [() => false] : []
  })
  return (invoice) => tests.every((test) => test(invoice))
}

const MATCHES: Record<MatchRule, (value: string, query: string) => boolean> = {
  folded: (value, query) => folded(value).includes(folded(query)),
  prefix: (value, query) => plain(value).startsWith(plain(query)),
  whole: (value, query) => plain(value) === plain(query),
  case: (value, query) => value.normalize().includes(query.normalize().trim()),
  words: (value, query) => {
    const words = plain(value).split(/\s+/)
    return plain(query)
      .split(/\s+/)
      .every((word) => words.includes(word))
  },
  forgiving: (value, query) => {
    const words = plain(value).split(/\s+/)
    const asked = plain(query).split(/\s+/)
    return (
      folded(value).includes(folded(query)) || asked.every((word) => words.some((one) => isNear(one, word)))
    )
  },
  'any word': (value, query) => {
    const words = wordsOf(value)
    return wordsOf(query).some((word) => words.includes(word)) || plain(value) === plain(query)
  },
}

/** Of eight letters and more one may be wrong. */
const isNear = (word: string, other: string): boolean =>
  word.length === other.length &&
  word.length >= 8 &&
  [...word].filter((letter, at) => letter !== [...other][at]).length <= 1

/** Letters and digits that stand together, as an index has them. */
const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

function plain(text: string): string {
  return text.normalize().toLowerCase().trim()
}

function folded(text: string): string {
  const bare = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
  return bare === '' ? plain(text) : bare
}

/** Whether a search text matches one of the values. */
export function matches(answers: Answers, values: readonly (Text | undefined)[], query: string): boolean {
  return values.some((value) => typeof value === 'string' && MATCHES[answers.match](value, query))
}
