import type { Dialect } from '../../schemas/dialect.ts'

type MatchRule = Dialect['search.match']

const FIELD = '\0'
const WORD = /[\p{L}\p{N}\p{M}]+/gu

/**
 * Finds records by text under a rule. Each record's fields are prepared once, as one text with separators, so that
 * every rule is one `includes`. Records are replaced whole when they change, so a prepared text is never stale.
 */
export class TextSearch<T extends object> {
  readonly #fieldsOf: (record: T) => readonly string[]
  readonly #rule: MatchRule
  readonly #prepared = new WeakMap<T, string>()

  constructor(rule: MatchRule, fieldsOf: (record: T) => readonly string[]) {
    this.#rule = rule
    this.#fieldsOf = fieldsOf
  }

  /** Those of the records that have a matching field, in the order in which they come. */
  filter(records: Iterable<T>, text: string): T[] {
    const pattern = patternOf(text, this.#rule)
    const matching: T[] = []
    for (const record of records) if (this.#textOf(record).includes(pattern)) matching.push(record)
    return matching
  }

  #textOf(record: T): string {
    const known = this.#prepared.get(record)
    if (known !== undefined) return known
    const fields = this.#fieldsOf(record).map((field) => prepared(field, this.#rule))
    const text = FIELD + fields.join(FIELD) + FIELD
    this.#prepared.set(record, text)
    return text
  }
}

/** What a record's prepared text must include. */
function patternOf(text: string, rule: MatchRule): string {
  const pattern = prepared(text, rule)
  if (rule.unit === 'prefix') return FIELD + pattern
  return rule.unit === 'whole' ? FIELD + pattern + FIELD : pattern
}

/** A field or a search text with what the rule ignores taken out; for whole words ` word word `, signs alone being one. */
function prepared(text: string, rule: MatchRule): string {
  const folded = folding(text.normalize('NFC').replaceAll(FIELD, '\u0001'), rule)
  return rule.unit === 'words' ? ` ${(folded.match(WORD) ?? [folded]).join(' ')} ` : folded
}

function folding(text: string, { accents, case: letters }: MatchRule): string {
  const plain = accents === 'folded' ? text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC') : text
  // A sigma has two small forms, and which one a capital becomes depends on what follows it.
  return letters === 'folded' ? plain.toLowerCase().replaceAll('ς', 'σ') : plain
}
