import type { Dialect } from '../../schemas/dialect.ts'
import { Column } from '../store/column.ts'
import type { Ordered } from '../store/listing.ts'

type MatchRule = Dialect['search.match']

const FIELD = '\0'
const WORD = /[\p{L}\p{N}\p{M}]+/gu

/**
 * Finds records by text under a rule. Each record's fields are prepared once, as one text with separators, so that
 * every rule is one `includes`.
 */
export class TextSearch<T extends object> {
  readonly #rule: MatchRule
  readonly #texts: Column<T, string>

  constructor(rule: MatchRule, fieldsOf: (record: T) => readonly string[]) {
    this.#rule = rule
    const prepare = (record: T) => prepared(fieldsOf(record), rule)
    this.#texts = new Column(remembering(prepare))
  }

  /** Those of the records that have a matching field, in their order. */
  filter(records: Ordered<T>, text: string): T[] {
    const pattern = patternOf(text, this.#rule)
    return records.filter(this.#texts, (fields) => fields.includes(pattern))
  }
}

/** Preparing a text takes long enough not to do it again for each record whose position in its list has changed. */
function remembering<T extends object>(prepare: (record: T) => string): (record: T) => string {
  const known = new WeakMap<T, string>()
  return (record) => {
    const text = known.get(record) ?? prepare(record)
    known.set(record, text)
    return text
  }
}

/** Whether a text must stand where a field begins and where it ends, and whether fields are words. */
const UNITS: Record<MatchRule['unit'], { begins: boolean; ends: boolean; words: boolean }> = {
  substring: { begins: false, ends: false, words: false },
  prefix: { begins: true, ends: false, words: false },
  // Between spaces, which a prepared text of words has around each of them.
  words: { begins: false, ends: false, words: true },
  whole: { begins: true, ends: true, words: false },
}

/** What a record's prepared text must include: the text prepared as a field, without the ends that are free. */
function patternOf(text: string, rule: MatchRule): string {
  const { begins, ends } = UNITS[rule.unit]
  return prepared([text], rule).slice(begins ? 0 : 1, ends ? undefined : -1)
}

/** Fields as one text, each between separators, with what the rule ignores taken out. */
function prepared(fields: readonly string[], rule: MatchRule): string {
  const plain = fields.map((field) => (field.includes(FIELD) ? field.replaceAll(FIELD, '\u0001') : field))
  const text = folded(plain.join(FIELD), rule)
  return FIELD + (UNITS[rule.unit].words ? text.split(FIELD).map(wordsOf).join(FIELD) : text) + FIELD
}

/** ` word word `; a field of signs alone is one word. */
function wordsOf(field: string): string {
  return ` ${(field.match(WORD) ?? [field]).join(' ')} `
}

function folded(text: string, { accents, case: letters }: MatchRule): string {
  return LETTERS[letters](ACCENTS[accents](text))
}

const ACCENTS: Record<MatchRule['accents'], (text: string) => string> = {
  exact: (text) => text.normalize('NFC'),
  folded: (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC'),
}

const LETTERS: Record<MatchRule['case'], (text: string) => string> = {
  exact: (text) => text,
  // A sigma has two small forms, and which one a capital becomes depends on what follows it.
  folded: (text) => text.toLowerCase().replaceAll('ς', 'σ'),
}
