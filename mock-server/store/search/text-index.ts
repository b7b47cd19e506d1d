import type { Index, Key } from '../../db/key.ts'
import type { Selection } from '../selection.ts'
import { FieldTexts, type TextMatch } from './field-texts.ts'
import { SlotSet } from './slot-set.ts'

/** Fields of a record whose texts are searched in one way. */
export interface SearchedFields<T> {
  /** Their texts, as many for every record. */
  textsOf(record: T): readonly string[]
  /** What a text may be shown as; left out, as it is. */
  formsOf?(text: string): readonly string[]
  /** Whether hardly two records have the same, as with numbers; left out, many may have. */
  readonly areOwn?: boolean
}

/** What is looked for. */
export interface TextQuery {
  /** What stands in each text that matches, both folded. */
  readonly pieces: readonly string[]
  /** What judges the texts of each `SearchedFields` in turn. */
  readonly matches: readonly TextMatch[]
}

interface Filed {
  readonly id: number
  readonly created_at: string
}

/**
 * Records by the texts of their fields. It knows no rule of searching: it has a query judge the texts that come into
 * question, so that one index serves all rules. Each record has a slot, a number; as long as records come in the order
 * of their age, so do their slots.
 */
export class TextIndex<T extends Filed> implements Index<T> {
  readonly #fields: readonly {
    readonly texts: FieldTexts
    readonly textsOf: (record: T) => readonly string[]
  }[]
  readonly #slots = new Map<Key, number>()
  readonly #records: (T | undefined)[] = []
  readonly #free: number[] = []
  #last: T | undefined
  #isByAge = true

  constructor(fields: readonly SearchedFields<T>[]) {
    this.#fields = fields.map(({ textsOf, formsOf = (text) => [text], areOwn = false }) => ({
      texts: new FieldTexts(formsOf, areOwn),
      textsOf,
    }))
  }

  update(key: Key, _before: T | undefined, after: T | undefined): void {
    const slot = this.#slots.get(key)
    if (after === undefined) {
      if (slot !== undefined) this.#drop(key, slot)
    } else if (slot === undefined) this.#add(key, after)
    else this.#replace(slot, after)
  }

  /** The records of which a field matches. */
  find({ pieces, matches }: TextQuery): Selection<T> {
    const found = new SlotSet(this.#records.length)
    const add = (slot: number) => found.add(slot)
    for (const [at, match] of matches.entries()) this.#fields[at]?.texts.find(pieces, match, add)
    const recordsOf = (slots: number[]) => slots.flatMap((slot) => this.#records[slot] ?? [])
    return {
      size: found.size,
      isByAge: this.#isByAge,
      has: ({ id }) => found.has(this.#slots.get(id) ?? this.#records.length),
      page: (offset, limit) => recordsOf(found.page(offset, limit)),
    }
  }

  #add(key: Key, record: T): void {
    if (this.#slots.size === 0) this.#isByAge = true
    const slot = this.#free.pop() ?? this.#records.length
    if (slot < this.#records.length || (this.#last && isOlder(record, this.#last))) this.#isByAge = false
    this.#last = record
    this.#slots.set(key, slot)
    this.#put(slot, record)
  }

  #replace(slot: number, record: T): void {
    const before = this.#records[slot]
    if (before && (isOlder(before, record) || isOlder(record, before))) this.#isByAge = false
    this.#put(slot, record)
  }

  #put(slot: number, record: T): void {
    this.#records[slot] = record
    for (const { texts, textsOf } of this.#fields) texts.put(slot, textsOf(record))
  }

  #drop(key: Key, slot: number): void {
    for (const { texts } of this.#fields) texts.drop(slot)
    this.#slots.delete(key)
    this.#records[slot] = undefined
    this.#free.push(slot)
  }
}

const isOlder = (a: Filed, b: Filed): boolean =>
  a.created_at < b.created_at || (a.created_at === b.created_at && a.id < b.id)
