import { CLAUSES } from '../../schemas/clauses.ts'
import { OPERATIONS } from '../../schemas/operations.ts'
import { PERSONAL_FIELDS, SEARCH_PARAMETERS } from '../../schemas/personal-fields.ts'
import { QUESTION_KEYS } from '../../schemas/questions.ts'
import { decodedText } from './decoded-text.ts'
import { Pseudonyms } from './pseudonyms.ts'

/** Replaces personal values in a text, except those of `shown`. */
export type PersonalMask = (text: string, shown?: ReadonlySet<string>) => string

/** A place in a decoded text, and what replaces it. */
interface Span {
  readonly from: number
  readonly to: number
  readonly name: string
}

/** Shorter values are replaced only where a field or a search names them: elsewhere they are parts of anything. */
const SHORTEST = 4

/** A mask for these values, each with the word for its kind. */
export function personalMask(
  values: ReadonlyMap<string, string>,
  pseudonyms = new Pseudonyms(),
): PersonalMask {
  if (values.size === 0) return (text) => text
  const known = new KnownValues(values)
  return (written, shown = new Set()) => {
    const decoded = decodedText(written)
    const spans = spansIn(decoded.text, known, (value, kind) =>
      shown.has(value) ? null : pseudonyms.of(value, kind),
    )
    let masked = ''
    let end = 0
    for (const { from, to, name } of spans) {
      masked += written.slice(end, decoded.placeOf(from)) + name
      end = decoded.placeOf(to)
    }
    return masked + written.slice(end)
  }
}

/** Returns the name of a value; null for a value that stays. */
type NameOf = (value: string, kind: string) => string | null

/** Spans in order, none inside another. */
function spansIn(text: string, known: KnownValues, nameOf: NameOf): Span[] {
  const named = [...fieldsIn(text, known, nameOf), ...searchesIn(text, known, nameOf)]
  const spans = [...named, ...wordsIn(text, known, nameOf)].toSorted((a, b) => a.from - b.from || b.to - a.to)
  let end = 0
  return spans.filter(({ from, to }) => {
    if (from < end) return false
    end = to
    return true
  })
}

/** `"email": "zoe@example.com"`, and one whose value is cut off by the end of the text or an ellipsis. */
const FIELD = new RegExp(
  String.raw`"(${[...PERSONAL_FIELDS.keys()].join('|')})"\s*:\s*(?:"([^"]*)(?="|$)|(-?\d+))`,
  'g',
)
const CUT = /…|, as before$|$/

function fieldsIn(text: string, known: KnownValues, nameOf: NameOf): Span[] {
  return [...text.matchAll(FIELD)].flatMap((match) => {
    const [all, field = '', quoted, number = ''] = match
    const value = quoted ?? number
    const to = match.index + all.length
    const from = to - value.length
    if (known.has(value)) return spanOf(from, value, known, nameOf)
    const isCut = to === text.length || value.includes('…')
    const part = isCut ? value.slice(0, CUT.exec(value)?.index) : ''
    if (part === '' || !known.hasBegun(part)) return []
    return [{ from, to: from + part.length, name: `customer-${PERSONAL_FIELDS.get(field)}` }]
  })
}

/** `?q=Zoe`, decoded. */
const SEARCH = new RegExp(String.raw`[?&](?:${SEARCH_PARAMETERS.join('|')})=([^&#"'\n]*)`, 'g')

function searchesIn(text: string, known: KnownValues, nameOf: NameOf): Span[] {
  return [...text.matchAll(SEARCH)].flatMap((match) => {
    const value = match[1] ?? ''
    return known.has(value) ? spanOf(match.index + match[0].length - value.length, value, known, nameOf) : []
  })
}

/** The searched text of a URL, unless it is a number or the name of an order or an invoice. */
const SEARCHED = new RegExp(
  String.raw`([?&](?:${SEARCH_PARAMETERS.join('|')})=)(?!(?:%23)?[a-z]{0,5}-?\d+(?:[&#\s]|$)|customer-)[^&#\s"']+`,
  'gi',
)

/** A line with a URL, without a name or an email that the URL searches for. */
export const withoutSearch = (line: string): string => line.replaceAll(SEARCHED, '$1customer-search')

/** Values anywhere, the longest first, where no word goes on before or after. */
function wordsIn(text: string, known: KnownValues, nameOf: NameOf): Span[] {
  const spans: Span[] = []
  for (let at = 0; at + SHORTEST <= text.length; at++) {
    const value = known.longestAt(text, at)
    if (value === undefined) continue
    spans.push(...spanOf(at, value, known, nameOf))
    at += value.length - 1
  }
  return spans
}

function spanOf(from: number, value: string, known: KnownValues, nameOf: NameOf): Span[] {
  const name = nameOf(known.originalOf(value), known.kindOf(value))
  return name === null ? [] : [{ from, to: from + value.length, name }]
}

/** Values by the ways in which texts hold them, indexed by their first characters. */
class KnownValues {
  /** The value of each form, and its kind. */
  readonly #forms = new Map<string, readonly [value: string, kind: string]>()
  /** Lengths of the forms with the same beginning, the longest first. */
  readonly #lengths = new Map<string, number[]>()
  readonly #beginnings: string

  constructor(values: ReadonlyMap<string, string>) {
    for (const [value, kind] of values)
      for (const form of formsOf(value)) if (!this.#forms.has(form)) this.#forms.set(form, [value, kind])
    for (const form of this.#forms.keys()) this.#index(form)
    this.#beginnings = `\0${[...this.#forms.keys()].join('\0')}`
  }

  has(form: string): boolean {
    return this.#forms.has(form)
  }

  originalOf(form: string): string {
    return this.#forms.get(form)?.[0] ?? form
  }

  kindOf(form: string): string {
    return this.#forms.get(form)?.[1] ?? 'value'
  }

  /** True if a value begins with this text. */
  hasBegun(text: string): boolean {
    return this.#beginnings.includes(`\0${text}`)
  }

  /** The longest form that stands at a place of a text as a whole word. */
  longestAt(text: string, at: number): string | undefined {
    for (const length of this.#lengths.get(text.slice(at, at + SHORTEST)) ?? []) {
      const form = text.slice(at, at + length)
      if (this.#forms.has(form) && isWhole(text, at, form)) return form
    }
    return undefined
  }

  #index(form: string): void {
    if (form.length < SHORTEST) return
    const start = form.slice(0, SHORTEST)
    const lengths = this.#lengths.get(start) ?? []
    if (!lengths.includes(form.length)) lengths.push(form.length)
    this.#lengths.set(
      start,
      lengths.toSorted((a, b) => b - a),
    )
  }
}

/** As it is, as a query of a form writes it, and as a text reads once its escapes are decoded. */
const formsOf = (value: string): string[] => [value, value.replaceAll(' ', '+'), decodedText(value).text]

const LETTER = /[\p{L}\p{M}\p{N}]/u

/** True if a form does not continue a word; an ambiguous form must be quoted. The name of a JSON member is no value. */
function isWhole(text: string, at: number, form: string): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + form.length)]
  if (LETTER.test(before) && LETTER.test(form.charAt(0))) return false
  if (LETTER.test(after) && LETTER.test(form.charAt(form.length - 1))) return false
  const isQuoted = before === '"' && after === '"'
  if (isQuoted) return !/^\s*:/.test(text.slice(at + form.length + 1, at + form.length + 4))
  return !isAmbiguous(form)
}

/** True for numbers that an id could equal, and for words that reports consist of. */
const isAmbiguous = (form: string): boolean =>
  /^[\d\s.,+-]*$/.test(form) ? digitsIn(form) < ID_DIGITS : PUBLIC.includes(form.toLowerCase())

/** Ids, numbers and amounts have fewer digits as a rule, telephone numbers this many or more. */
const ID_DIGITS = 8
const digitsIn = (text: string): number => text.replaceAll(/\D/g, '').length

const PUBLIC = JSON.stringify([CLAUSES, QUESTION_KEYS, OPERATIONS]).toLowerCase()
