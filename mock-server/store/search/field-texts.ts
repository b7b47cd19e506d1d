import { folded, isPlain } from './folded.ts'
import { GramIndex, type Candidates } from './gram-index.ts'
import { Numbers } from './numbers.ts'
import { SlotSet } from './slot-set.ts'

/** What stands before and after each text in its index, so that a piece can say that it begins or ends a text. */
const EDGE = '\0'

/** A text between edges; one that it has itself is escaped. */
export const edged = (text: string): string =>
  EDGE + (isBare(text) ? text : text.replaceAll(SPECIAL, escaped)) + EDGE

/** The edge, and what escapes it. */
// oxlint-disable-next-line no-control-regex -- it is about these two
const SPECIAL = /[\0\u0001]/g

const escaped = (sign: string): string => `\u0001${sign === EDGE ? '\u0002' : '\u0001'}`

const isBare = (text: string): boolean => !text.includes(EDGE) && !text.includes('\u0001')

/** Judges a text that comes into question. */
export interface TextMatch {
  /** Whether the text matches. @param plain whether it has neither accents nor other letters than a to z */
  matches(text: string, plain: boolean): boolean
  /** Whether a plain text matches wherever what is looked for stands in it. */
  readonly plainFits: boolean
}

/** No text has this id: it stands where a slot has no text. */
const NONE = 0

/** The texts that some fields of records have, with the slots of those: each once however many records have it, unless each record has its own. */
export class FieldTexts {
  readonly #formsOf: (text: string) => readonly string[]
  /** By text; null where each record has its own, so that none needs to be looked for. */
  readonly #ids: Map<string, number> | null
  readonly #texts: string[] = ['']
  /** By id: the slots of the records; a number alone where one record has the text, as with all numbers of invoices; undefined where none has. */
  readonly #slots: (Numbers | number | undefined)[] = [undefined]
  readonly #free: number[] = []
  /** Those of texts that are not plain. */
  readonly #accented = new Set<number>()
  readonly #grams = new GramIndex()
  /** Ids of the texts of the first slot, then of the second, and so on. */
  #held = new Uint32Array(64)
  #width = 1

  /**
   * @param formsOf what a text may be shown as
   * @param areOwn whether hardly two records have the same
   */
  constructor(formsOf: (text: string) => readonly string[], areOwn: boolean) {
    this.#formsOf = formsOf
    this.#ids = areOwn ? null : new Map()
  }

  /** Notes which texts a slot has now. @param texts as many for every slot */
  put(slot: number, texts: readonly string[]): void {
    this.#width = texts.length
    this.#makeRoom((slot + 1) * this.#width)
    let place = slot * this.#width
    for (const text of texts) {
      const before = this.#held[place] ?? NONE
      if (before === NONE || this.#texts[before] !== text) {
        if (before !== NONE) this.#release(before, slot)
        this.#held[place] = this.#hold(text, slot)
      }
      place += 1
    }
  }

  /** Notes that a slot has no texts any more. */
  drop(slot: number): void {
    for (let place = slot * this.#width; place < (slot + 1) * this.#width; place++) {
      this.#release(this.#held[place] ?? NONE, slot)
      this.#held[place] = NONE
    }
  }

  /** Calls `found` with the slots that have a text that matches, with some more than once. */
  find(pieces: readonly string[], match: TextMatch, found: (slot: number) => void): void {
    const { lists, proven } = this.#grams.candidates(pieces) ?? this.#all()
    const isProof = proven && match.plainFits
    const seen = lists.length > 1 ? new SlotSet(this.#texts.length) : null
    for (const list of lists)
      for (const id of list) {
        if (seen?.has(id)) continue
        seen?.add(id)
        const plain = !this.#accented.has(id)
        if ((isProof && plain) || match.matches(this.#texts[id] ?? '', plain)) this.#tell(id, found)
      }
  }

  #all(): Candidates {
    const ids = Uint32Array.from(this.#texts.keys()).filter((id) => this.#slots[id] !== undefined)
    return { lists: [ids], proven: false }
  }

  #tell(id: number, found: (slot: number) => void): void {
    const slots = this.#slots[id]
    if (slots instanceof Numbers) for (const slot of slots.values()) found(slot)
    else if (slots !== undefined) found(slots)
  }

  #hold(text: string, slot: number): number {
    const id = this.#ids?.get(text)
    const slots = id && this.#slots[id]
    if (id === undefined || slots === undefined) return this.#newText(text, slot)
    if (slots instanceof Numbers) slots.add(slot)
    else this.#slots[id] = Numbers.of(slots, slot)
    return id
  }

  #release(id: number, slot: number): void {
    const slots = this.#slots[id]
    if (slots instanceof Numbers) slots.remove(slot)
    if (!(slots instanceof Numbers) || slots.size === 0) this.#forget(id)
  }

  #newText(text: string, slot: number): number {
    const id = this.#free.pop() ?? this.#texts.length
    this.#ids?.set(text, id)
    this.#texts[id] = text
    this.#slots[id] = slot
    if (!isPlain(text)) this.#accented.add(id)
    this.#grams.add(id, this.#foldedForms(text))
    return id
  }

  #forget(id: number): void {
    const text = this.#texts[id] ?? ''
    this.#grams.remove(id, this.#foldedForms(text))
    this.#ids?.delete(text)
    this.#accented.delete(id)
    this.#texts[id] = ''
    this.#slots[id] = undefined
    this.#free.push(id)
  }

  /** With another edge after each, so that every piece of it begins a gram. */
  #foldedForms(text: string): string {
    let forms = ''
    for (const form of this.#formsOf(text)) forms += edged(folded(form)) + EDGE
    return forms
  }

  #makeRoom(places: number): void {
    if (places <= this.#held.length) return
    const held = new Uint32Array(Math.max(places, this.#held.length * 2))
    held.set(this.#held)
    this.#held = held
  }
}
