import { accessSync, constants, rmSync } from 'node:fs'
import { UsageError } from '../../../schemas/command-line/usage-error.ts'
import { messageOf } from '../../../schemas/thrown.ts'
import { joinPatches } from './former-values.ts'
import { isEmpty, readBook, type Book, type LedgerEntries, type OrderToRestore } from './ledger-book.ts'
import { RunFiles } from './ledger-files.ts'
import { Turn } from './turn.ts'

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

/**
 * Remembers on disk what the run created and changed, so that the next run can clean up after a kill: each run in a
 * file of its own, that others take over only once it is over. Without a folder it remembers in memory alone.
 */
export class Ledger {
  readonly #files: RunFiles | null
  readonly #turn: Turn | null
  readonly #deployment: string
  readonly entries: LedgerEntries = { templates: [], customers: [], settings: {}, orders: {} }
  /** Of other stores, which are no business of a later run on this one. */
  readonly elsewhere: Elsewhere[] = []
  /** What cannot be deleted: invoices that stay; and what could not be put back. */
  readonly left_behind: string[] = []
  readonly #invoices = new Set<string>()
  readonly #births = { templates: new Map<number, number>(), customers: new Map<number, number>() }
  #born = 0
  readonly #gone = { templates: new Set<number>(), customers: new Set<number>() }
  readonly #given_again = new Set<'templates' | 'customers'>()

  private constructor(files: RunFiles | null, deployment: string) {
    this.#files = files
    this.#turn = files && new Turn(files, deployment)
    this.#deployment = deployment
  }

  /**
   * @param deployment names server and store, without the key itself
   * @throws {UsageError} where nothing can be written into the folder
   */
  static async open(folder: string | null, deployment: string): Promise<Ledger> {
    if (folder === null) return new Ledger(null, deployment)
    try {
      accessSync(folder, constants.W_OK)
    } catch (error) {
      throw new UsageError(`what a killed run must undo cannot be noted: ${messageOf(error)}`)
    }
    const files = new RunFiles(folder)
    await files.open()
    return new Ledger(files, deployment)
  }

  /** Whether it is this run's turn, from now on: without a folder it always is. */
  async takeTurn(): Promise<boolean> {
    return this.#turn === null || this.#turn.take()
  }

  /** Takes over what runs on this deployment left that are over, killed as a rule. */
  async takeOver(): Promise<void> {
    const files = this.#files
    if (files === null) return
    for (const file of await files.left()) {
      if (!(this.#deployment in readBook(file))) continue
      const claimed = files.claim(file)
      if (claimed !== null) this.#adopt(files, claimed)
    }
    await files.tidy()
  }

  created(kind: 'templates' | 'customers', id: number): void {
    if (this.#gone[kind].has(id)) this.#given_again.add(kind)
    this.entries[kind].push(id)
    this.#births[kind].set(id, ++this.#born)
    this.#save()
  }

  /** A record that was just made: once it is deleted, a server may give its id to another of the run's. */
  watch(kind: 'templates' | 'customers', id: number): Watched {
    const birth = this.#births[kind].get(id)
    return { id, isThere: () => this.holds(kind, id) && this.#births[kind].get(id) === birth }
  }

  /** Whether an id of a deleted record was given to another one. */
  givesAgain(kind: 'templates' | 'customers'): boolean {
    return this.#given_again.has(kind)
  }

  /** Whether this is the id of a record that the run has made and not deleted. */
  holds(kind: 'templates' | 'customers', id: number): boolean {
    return this.entries[kind].includes(id)
  }

  /** Whether it is or was one: a list that was asked for just before the deletion shows it still. An id that is given again tells nothing. */
  hasMade(kind: 'templates' | 'customers', id: number): boolean {
    return this.holds(kind, id) || (this.#gone[kind].has(id) && !this.givesAgain(kind))
  }

  deleted(kind: 'templates' | 'customers', id: number): void {
    this.#gone[kind].add(id)
    const at = this.entries[kind].indexOf(id)
    if (at < 0) return
    this.entries[kind].splice(at, 1)
    this.#save()
  }

  createdElsewhere(record: Elsewhere): void {
    this.elsewhere.push(record)
  }

  deletedElsewhere({ key, kind, id }: Elsewhere): void {
    const at = this.elsewhere.findIndex((one) => one.key === key && one.kind === kind && one.id === id)
    if (at >= 0) this.elsewhere.splice(at, 1)
  }

  /** An invoice that the run made stays behind; it is told once, however often it is answered. */
  invoiced(number: string, slug: string): void {
    if (this.#invoices.has(slug)) return
    this.#invoices.add(slug)
    this.left_behind.push(`invoice ${number} (${slug})`)
  }

  /** Whether the run made the invoice of that slug. */
  hasInvoiced(slug: string): boolean {
    return this.#invoices.has(slug)
  }

  /** The first value seen of a setting is what is put back. */
  changing(settings: { [field: string]: unknown }): void {
    this.entries.settings = { ...settings, ...this.entries.settings }
    this.#save()
  }

  /** Notes how to restore an order, before it is edited. The former values that were noted first stay. */
  editing(name: string, { order_id, draft, patch }: OrderToRestore): void {
    const earlier = this.entries.orders[name]?.patch
    const joined = earlier && patch ? joinPatches(earlier, patch) : (earlier ?? patch)
    this.entries.orders[name] = { order_id, draft, patch: joined }
    this.#save()
  }

  /** The order is as it was, or it is listed with its former values. */
  settledOrder(name: string): void {
    delete this.entries.orders[name]
    this.#save()
  }

  restored(): void {
    this.entries.settings = {}
    this.#save()
  }

  /** The run is over; what it could not undo is for the next one. */
  close(): void {
    if (this.#files === null) return
    if (!isEmpty(this.entries)) this.#files.write(this.#files.leftOver(), this.#book())
    rmSync(this.#files.own, { force: true })
    this.#turn?.release()
    this.#files.close()
  }

  /** Adds what is of this deployment to what this run must undo, and leaves the rest for others. */
  #adopt(files: RunFiles, claimed: string): void {
    const { [this.#deployment]: ours, ...others } = readBook(claimed)
    if (ours) {
      this.entries.templates.push(...ours.templates)
      this.entries.customers.push(...ours.customers)
      this.entries.settings = { ...ours.settings, ...this.entries.settings }
      for (const [name, order] of Object.entries(ours.orders ?? {})) this.editing(name, order)
      this.#save()
    }
    if (Object.keys(others).length > 0) files.write(files.leftOver(), JSON.stringify(others))
    rmSync(claimed)
  }

  #save(): void {
    this.#files?.note(this.#book())
  }

  #book(): string {
    return JSON.stringify({ [this.#deployment]: this.entries } satisfies Book)
  }
}
