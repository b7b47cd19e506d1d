import { isObject } from '../client/exchange.ts'
import { joinPatches } from './former-values.ts'
import { textOf } from './file-facts.ts'

/** What a run must undo on one deployment. */
export interface LedgerEntries {
  templates: number[]
  customers: number[]
  /** Settings as they were before the run changed them. */
  settings: { [field: string]: unknown }
  /** Settings of the store of `other_store_api_key` as they were; missing in books of earlier versions. */
  other_settings: { [field: string]: unknown }
  /** Markers of killed runs, by which their records are found whose creation had no answer. */
  markers: string[]
  /** Patches that restore edited platform orders, by `order 5` or `draft 5`; missing in books of earlier versions. */
  orders: { [order: string]: OrderToRestore }
}

/** A platform order that the run edited. */
export interface OrderToRestore {
  order_id: number
  draft: boolean
  /** Gives each edited field its former value. */
  patch: Record<string, unknown>
}

export const noEntries = (): LedgerEntries => ({
  templates: [],
  customers: [],
  settings: {},
  other_settings: {},
  orders: {},
  markers: [],
})

/** Adds what a killed run left; `settings` and orders keep the value that was noted first. Earlier versions wrote fewer fields. */
export function adoptEntries(entries: LedgerEntries, left: Partial<LedgerEntries>): void {
  entries.templates.push(...(left.templates ?? []))
  entries.customers.push(...(left.customers ?? []))
  entries.markers.push(...(left.markers ?? []))
  entries.settings = { ...left.settings, ...entries.settings }
  entries.other_settings = { ...left.other_settings, ...entries.other_settings }
  for (const [name, order] of Object.entries(left.orders ?? {})) noteOrder(entries, name, order)
}

/** Notes how to restore an order; former values that were noted before stay. */
export function noteOrder({ orders }: LedgerEntries, name: string, order: OrderToRestore): void {
  const earlier = orders[name]?.patch
  orders[name] = earlier ? { ...order, patch: joinPatches(earlier, order.patch) } : order
}

/** A record that the run made in the store of another key. */
export interface Elsewhere {
  readonly key: 'other_store' | 'rate_limited'
  readonly kind: 'templates' | 'customers'
  readonly id: number
}

/** A record of the run's own, and whether this very one is there still. */
export interface Watched {
  readonly id: number
  isThere(): boolean
}

/** What a run must undo, by deployment. */
export type Book = { [deployment: string]: LedgerEntries }

/** The book in a file: its last line, unless a killed run wrote that half; earlier versions wrote one in many lines. One that is gone tells nothing. */
export function readBook(file: string): Book {
  const text = textOf(file) ?? ''
  const books = [text, ...text.split('\n').toReversed()].map(parsedBook)
  return books.find((book) => book !== null) ?? {}
}

/** null for what is no book, such as a line of one. */
function parsedBook(text: string): Book | null {
  try {
    const book: unknown = JSON.parse(text)
    return isObject(book) ? (book as Book) : null // a run wrote it
  } catch {
    return null
  }
}

/** Whether there is nothing to undo. */
export const isEmpty = ({ templates, customers, settings, other_settings, orders }: LedgerEntries) =>
  [templates, customers, ...[settings, other_settings, orders].map(Object.keys)].every(
    ({ length }) => length === 0,
  )
