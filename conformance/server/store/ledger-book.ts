import { isObject } from '../client/exchange.ts'
import { textOf } from './file-facts.ts'

/** What a run must undo on one deployment. */
export interface LedgerEntries {
  templates: number[]
  customers: number[]
  /** Settings as they were before the run changed them. */
  settings: { [field: string]: unknown }
  /** Patches that restore edited platform orders, by `order 5` or `draft 5`; missing in books of earlier versions. */
  orders: { [order: string]: OrderToRestore }
}

/** A platform order that the run edited. */
export interface OrderToRestore {
  order_id: number
  draft: boolean
  /** Gives each edited field its former value; null where the former values could not be read. */
  patch: Record<string, unknown> | null
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
export const isEmpty = ({ templates, customers, settings, orders }: LedgerEntries) =>
  [templates, customers, Object.keys(settings), Object.keys(orders)].every(({ length }) => length === 0)
