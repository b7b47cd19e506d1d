import type { Answers } from './answers.ts'
import { isObject } from './is-object.ts'
import { Refusal, unprocessable } from './refusal.ts'
import type { Call, Value, Values } from './store.ts'

type FieldKind = 'text' | 'email' | 'uri' | 'integer' | 'flag'

/** What one input field takes, and what it is when nothing is given. */
export interface Field {
  kind: FieldKind
  fallback: Value
  /** A text has to be one of these. */
  oneOf?: readonly string[]
  /** A text has to look like this; the empty one need not. */
  pattern?: RegExp
  /** Lowest and highest integer. */
  range?: readonly [number, number]
  /** Whether null is a value of the field. */
  nullable?: boolean
}
export type Fields = Readonly<Record<string, Field>>

const FLAGS = new Map<unknown, boolean>([
  ...[1, '1', 'true', 'yes'].map((yes) => [yes, true] as const),
  ...[0, '0', 'false', 'no'].map((no) => [no, false] as const),
])
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
/** A phone number: a country's code, and at least six digits. */
export const PHONE = /^\+\d{1,3} ?\d[\d ]{5,14}$/
/** What a name may be: no tag of HTML; of the signs that a database of Latin-1, or of three bytes a sign, has; nothing but words. */
export const NAMES: Record<Answers['names'], readonly RegExp[]> = {
  any: [],
  'full ones differ': [],
  'no markup': [/^(?!.*<[a-z!/][^>]*>)/is],
  'Latin-1': [/^[^\u0100-\u{10ffff}]*$/u],
  words: [/^[\p{L}\p{M}\p{N} ]*$/u],
  'three bytes': [/^[^\u{10000}-\u{10ffff}]*$/u],
}
const CONTROL = /[^\P{Cc}\t\n\v\f\r\x80-\x9f]/u

/** The integer that a text writes in its plain form, else undefined. */
export function integerOf(text: string): number | undefined {
  const value = Number(text)
  return Number.isSafeInteger(value) && String(value) === text ? value : undefined
}

/** Readers answer undefined for what they cannot read. */
const READERS: Record<FieldKind, (raw: unknown, field: Field, answers: Answers) => Value | undefined> = {
  text: textOf,
  email: (raw, field, answers) => emailOf(textOf(raw, field, answers), answers),
  uri: (raw, field, answers) => uriOf(textOf(raw, field, answers)),
  integer: (raw, { range = [-Infinity, Infinity] }, answers) => {
    const value = answers.coerces && typeof raw === 'string' ? integerOf(raw) : raw
    return isInteger(value) && value >= range[0] && value <= range[1] ? value : undefined
  },
  flag: (raw, _field, answers) => {
    if (typeof raw === 'boolean') return raw
    return answers.coerces ? FLAGS.get(raw) : undefined
  },
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function textOf(raw: unknown, field: Field, answers: Answers): string | undefined {
  if (field.oneOf) return typeof raw === 'string' && field.oneOf.includes(raw) ? raw : undefined
  const near = answers.coerces && (typeof raw === 'number' || typeof raw === 'boolean')
  if (typeof raw !== 'string' && !near) return undefined
  const text = answers.strings === 'trimmed' ? String(raw).trim() : String(raw)
  if (answers.controlCharacters === 'refused' && CONTROL.test(text)) return undefined
  return !field.pattern || text === '' || field.pattern.test(text) ? text : undefined
}

function emailOf(text: string | undefined, answers: Answers): string | undefined {
  if (text === undefined || text === '' || answers.emailInput === 'any') return text
  if (!EMAIL.test(text)) return undefined
  return answers.emailInput === 'lowered' ? text.toLowerCase() : text
}

function uriOf(text: string | undefined): string | undefined {
  return text !== undefined && URI.test(text) && URL.canParse(text) ? text : undefined
}

/** A null's meaning here; undefined means that it counts as left out. */
function nullOf(field: Field, answers: Answers): Value | undefined {
  if (field.nullable) return null
  const empties = answers.nullInput === 'empty' && field.kind === 'text' && !field.oneOf
  return empties ? '' : undefined
}

type Outcome = { value: Value } | { problem: string } | 'omitted'

function outcomeOf(raw: unknown, field: Field, answers: Answers, maxLength: number): Outcome {
  if (raw === null) {
    const value = nullOf(field, answers)
    if (value !== undefined) return { value }
    return answers.nullInput === 'refused' ? { problem: 'must not be null' } : 'omitted'
  }
  const value = READERS[field.kind](raw, field, answers)
  if (value === undefined) return { problem: 'is invalid' }
  const tooLong = typeof value === 'string' && value.length > maxLength
  return tooLong ? { problem: 'is too long' } : { value }
}

/**
 * The fields that a source gives, each read as its kind.
 * @throws Refusal unprocessable, naming every field that cannot be read
 */
export function readFields(
  answers: Answers,
  fields: Fields,
  source: Record<string, unknown>,
  maxLength = answers.maxLength,
): Values {
  const problems: [string, string][] = []
  const values: [string, Value][] = []
  for (const [name, raw] of Object.entries(source)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) {
      if (answers.unknownFields === 'refused') problems.push([name, 'is unknown'])
      continue
    }
    const outcome = outcomeOf(raw, field, answers, maxLength)
    if (outcome === 'omitted') continue
    if ('problem' in outcome) problems.push([name, outcome.problem])
    else values.push([name, keptAs(answers, name, outcome.value)])
  }
  if (problems.length > 0) throw new Refusal('unprocessable', Object.fromEntries(problems))
  return Object.fromEntries(values)
}

const NUMBERS = ['phone', 'phone_number', 'tax_number', 'tax_id', 'eori_number']
const RECORD_TEXTS = ['name', 'first_name', 'last_name', 'tags']

/** In the form that texts and numbers are kept in. */
function keptAs({ numbers }: Answers, name: string, value: Value): Value {
  if (numbers !== 'bare' || typeof value !== 'string') return value
  if (NUMBERS.includes(name)) return value.toUpperCase().replaceAll(/[\s()./-]/g, '')
  return RECORD_TEXTS.includes(name) ? value.replaceAll(/ {2,}/g, ' ') : value
}

/** @throws Refusal unprocessable when one of the names has no value or an empty text */
export function demand(names: readonly string[], values: Values): void {
  const missing = names.filter(
    (name) => values[name] === undefined || values[name] === '' || values[name] === null,
  )
  if (missing.length === 0) return
  throw new Refusal('unprocessable', Object.fromEntries(missing.map((name) => [name, 'is required'])))
}

/** The body as an object; without a body an empty one. */
export function readBody(call: Call): Record<string, unknown> {
  const body = call.hasBody ? call.body() : {}
  if (!isObject(body)) throw unprocessable('body', 'must be an object')
  return body
}

/** What the body holds under its one key. */
export function readWrapped(call: Call, key: string): Record<string, unknown> {
  const body = readBody(call)
  const wrapped = Object.hasOwn(body, key) ? body[key] : undefined
  if (!isObject(wrapped)) throw unprocessable(key, 'is required')
  readFields(
    call.world.answers,
    {},
    Object.fromEntries(Object.entries(body).filter(([name]) => name !== key)),
  )
  return wrapped
}

/** A query parameter, of repeated ones the first or the last. */
export function parameter(call: Call, name: string): string | undefined {
  return call.query.getAll(name).at(call.world.answers.repeatedParameter === 'first' ? 0 : -1)
}

/** An id of a template among other input. */
export const templateId = ({ highestTemplateId }: Answers): Field => ({
  kind: 'integer',
  fallback: null,
  range: [-Infinity, highestTemplateId],
})

const queryFields = (answers: Answers): Fields => ({
  template_id: templateId(answers),
  packing_slip: { kind: 'flag', fallback: null },
})

/** template_id and packing_slip of a query string, whose values are always texts. */
export function readDocumentQuery(call: Call): Values {
  const fields = queryFields(call.world.answers)
  const given = Object.keys(fields).flatMap((name) => {
    const text = parameter(call, name)
    return text === undefined ? [] : [[name, text]]
  })
  return readFields({ ...call.world.answers, coerces: true }, fields, Object.fromEntries(given))
}
