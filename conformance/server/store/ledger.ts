import { accessSync, constants, rmSync } from 'node:fs'
import { UsageError } from '../../../schemas/command-line/usage-error.ts'
import { messageOf } from '../../../schemas/thrown.ts'
import {
  adoptEntries,
  isEmpty,
  noEntries,
  noteOrder,
  readBook,
  type Book,
  type Elsewhere,
  type LedgerEntries,
  type OrderToRestore,
  type Watched,
} from './ledger-book.ts'
import { RunFiles } from './ledger-files.ts'
import { RecordLives } from './record-lives.ts'
import { Turn } from './turn.ts'

/**
 * Remembers on disk what the run created and changed, so that the next run can clean up after a kill: each run in a
 * file of its own, that others take over only once it is over. Without a folder it remembers in memory alone.
 */
export class Ledger {
  readonly #files: RunFiles | null
  readonly #turn: Turn | null
  readonly #deployment: string
  readonly entries: LedgerEntries = noEntries()
  #marker: string | null = null
  /** Of other stores, which are no business of a later run on this one. */
  readonly elsewhere: Elsewhere[] = []
  /** What cannot be deleted: invoices that stay; and what could not be put back. */
  readonly left_behind: string[] = []
  readonly #invoices = new Set<string>()
  readonly #lives = { templates: new RecordLives(), customers: new RecordLives() }

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
    this.#lives[kind].begin(id)
    this.entries[kind].push(id)
    this.#save()
  }

  /** A record that was just made: once it is deleted, a server may give its id to another of the run's. */
  watch(kind: 'templates' | 'customers', id: number): Watched {
    const isSame = this.#lives[kind].watch(id)
    return { id, isThere: () => this.holds(kind, id) && isSame() }
  }

  /** Whether an id of a deleted record was given to another one. */
  givesAgain(kind: 'templates' | 'customers'): boolean {
    return this.#lives[kind].giveAgain
  }

  /** Whether this is the id of a record that the run has made and not deleted. */
  holds(kind: 'templates' | 'customers', id: number): boolean {
    return this.entries[kind].includes(id)
  }

  /** Whether it is or was one: a list that was asked for just before the deletion shows it still. An id that is given again tells nothing. */
  hasMade(kind: 'templates' | 'customers', id: number): boolean {
    return this.holds(kind, id) || (this.#lives[kind].hasEnded(id) && !this.givesAgain(kind))
  }

  deleted(kind: 'templates' | 'customers', id: number): void {
    this.#lives[kind].end(id)
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

  /** The same of the store of `other_store_api_key`. */
  changingOther(settings: { [field: string]: unknown }): void {
    this.entries.other_settings = { ...settings, ...this.entries.other_settings }
    this.#save()
  }

  restoredOther(): void {
    this.entries.other_settings = {}
    this.#save()
  }

  /** Names the run, so that the next one finds what a kill left without an answer. */
  marks(marker: string): void {
    this.#marker = marker
    this.#save()
  }

  /** Notes how to restore an order, before it is edited. The former values that were noted first stay. */
  editing(name: string, order: OrderToRestore): void {
    noteOrder(this.entries, name, order)
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
      adoptEntries(this.entries, ours)
      this.#save()
    }
    if (Object.keys(others).length > 0) files.write(files.leftOver(), JSON.stringify(others))
    rmSync(claimed)
  }

  #save(): void {
    this.#files?.note(this.#book())
  }

  #book(): string {
    const markers = this.#marker === null ? this.entries.markers : [...this.entries.markers, this.#marker]
    return JSON.stringify({ [this.#deployment]: { ...this.entries, markers } } satisfies Book)
  }
}
