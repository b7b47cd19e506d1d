import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** What a run must undo on one deployment. */
export interface LedgerEntries {
  templates: number[]
  customers: number[]
  /** Settings as they were before the run changed them. */
  settings: { [field: string]: unknown }
}

type Book = { [deployment: string]: LedgerEntries }

/**
 * Remembers on disk what the run created and changed, so that the next run can clean up after a kill. Without a
 * file it remembers in memory alone.
 */
export class Ledger {
  readonly #file: string | null
  readonly #deployment: string
  readonly entries: LedgerEntries
  /** What cannot be deleted: invoices that stay; and what could not be put back. */
  readonly left_behind: string[] = []
  readonly #invoices = new Set<string>()

  /** @param deployment names server and store, without the key itself */
  constructor(file: string | null, deployment: string) {
    this.#file = file
    this.#deployment = deployment
    this.entries = readBook(file)[deployment] ?? { templates: [], customers: [], settings: {} }
  }

  created(kind: 'templates' | 'customers', id: number): void {
    this.entries[kind].push(id)
    this.#save()
  }

  deleted(kind: 'templates' | 'customers', id: number): void {
    const at = this.entries[kind].indexOf(id)
    if (at < 0) return
    this.entries[kind].splice(at, 1)
    this.#save()
  }

  /** An invoice that the run made stays behind; it is told once, however often it is answered. */
  invoiced(number: string, slug: string): void {
    if (this.#invoices.has(slug)) return
    this.#invoices.add(slug)
    this.left_behind.push(`invoice ${number} (${slug})`)
  }

  /** The first value seen of a setting is what is put back. */
  changing(settings: { [field: string]: unknown }): void {
    this.entries.settings = { ...settings, ...this.entries.settings }
    this.#save()
  }

  restored(): void {
    this.entries.settings = {}
    this.#save()
  }

  #save(): void {
    if (this.#file === null) return
    const book = readBook(this.#file)
    if (isEmpty(this.entries)) delete book[this.#deployment]
    else book[this.#deployment] = this.entries
    if (Object.keys(book).length === 0) rmSync(this.#file, { force: true })
    else writeFileSync(this.#file, JSON.stringify(book, null, 2))
  }
}

function readBook(file: string | null): Book {
  if (file === null || !existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Book
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

const isEmpty = ({ templates, customers, settings }: LedgerEntries) =>
  templates.length === 0 && customers.length === 0 && Object.keys(settings).length === 0
