import { isDeepStrictEqual } from 'node:util'
import { allowedBy, shown, type ValueSchema } from './in-words.ts'
import { didYouMean } from './nearest.ts'
import {
  isAdjustable,
  isQuestion,
  QUESTION_KEYS,
  QUESTIONS,
  type AdjustableKey,
  type QuestionKey,
} from './questions.ts'
import { schema, type SchemaNode } from './schema-files.ts'
import { isOneOf } from './tables.ts'
import type { Dialect } from './types.ts'
import { validate, type FieldError } from './validate.ts'

export type { Dialect }

const PROPERTIES: Readonly<Record<string, SchemaNode>> = schema('dialect').properties ?? {}

/** Default answers of the mock to every adjustable question. */
// A test holds the defaults to their schema.
export const DEFAULT_DIALECT: Readonly<Dialect> = Object.freeze(
  Object.fromEntries(Object.entries(PROPERTIES).map(([key, { default: value }]) => [key, value])),
) as unknown as Dialect

/** Values that a live server may be seen with and that the mock cannot imitate. */
const BEYOND_THE_MOCK: Partial<{ [Key in AdjustableKey]: readonly Dialect[Key][] }> = {
  'list.order': ['other'],
}

/** A dialect that cannot be used; the message has one line for each wrong field, with its allowed values. */
export class DialectError extends Error {
  override readonly name = 'DialectError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/**
 * The whole dialect of a partial or full one, as a file or the admin API gives it, with the default for what is left
 * out. Each note says in one line what the mock cannot imitate of it, and does its own way.
 * @throws {DialectError} when a key is unknown or a value is not allowed
 */
export function parseDialect(value: unknown): { dialect: Dialect; notes: string[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DialectError([`A dialect must be an object from question key to value, and is ${shown(value)}`])
  }
  const entries = Object.entries(value)
  const unknown = unknownKeys(entries.map(([key]) => key).filter((key) => !isQuestion(key)))
  const asked = Object.fromEntries(entries.filter(([key]) => Object.hasOwn(PROPERTIES, key)))
  const errors = validate('dialect', { ...DEFAULT_DIALECT, ...asked })
  const problems = [...unknown, ...new Set(errors.map((error) => problem(error, asked)))]
  if (problems.length > 0) throw new DialectError(problems)
  const answered = entries.filter((entry): entry is [QuestionKey, unknown] => isQuestion(entry[0]))
  const strange = answered.filter(([key, given]) => !canImitate(key, given))
  const dialect = { ...DEFAULT_DIALECT, ...asked, ...ours(strange.map(([key]) => key)) }
  return { dialect, notes: strange.map(([key, given]) => note(key, given)) }
}

function canImitate(key: QuestionKey, given: unknown): boolean {
  if (isAdjustable(key)) return !isOneOf<unknown>(BEYOND_THE_MOCK[key] ?? [], given)
  const question = QUESTIONS[key]
  return 'value' in question && isDeepStrictEqual(question.value, given)
}

/** Our answers to the adjustable ones of these questions. */
const ours = (keys: readonly QuestionKey[]) =>
  Object.fromEntries(keys.filter(isAdjustable).map((key) => [key, DEFAULT_DIALECT[key]]))

const note = (key: QuestionKey, given: unknown) =>
  `can't imitate ${key} ${shown(given)}; the mock's own answer is: ${QUESTIONS[key].ours}`

/** Unknown keys that are told one by one: whoever has more has another kind of file. */
const MOST_TOLD = 20

function unknownKeys(keys: readonly string[]): string[] {
  const told = keys
    .slice(0, MOST_TOLD)
    .map((key) => `${cut(key)}: is no open question; ${didYouMean(key, QUESTION_KEYS)}`)
  const more = keys.length - told.length
  return more > 0 ? [...told, `and ${more} more keys that are no open question`] : told
}

const cut = (key: string) => (key.length > 80 ? `${key.slice(0, 79)}…` : key)

function problem(error: FieldError, asked: Readonly<Record<string, unknown>>): string {
  // Of an unknown field its object is what has allowed values.
  const path = error.keyword === 'additionalProperties' ? error.path.slice(0, -1) : error.path
  const allowed = allowedBy(path.reduce<ValueSchema>(inside, { properties: PROPERTIES }))
  const given = path.reduce<unknown>(
    (whole, step) => (typeof whole === 'object' && whole !== null ? Reflect.get(whole, step) : undefined),
    asked,
  )
  return `${path.join('.')}: must be ${allowed}, and is ${given === undefined ? 'missing' : shown(given)}`
}

const inside = (whole: ValueSchema, step: string): ValueSchema =>
  whole.items ?? whole.properties?.[step] ?? {}
