import { createRequire } from 'node:module'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { formats } from './formats.ts'
import { meantErrors } from './kinds.ts'
import { PATTERN_WORDS } from './pattern-words.ts'
import { schema, schemaNames, type SchemaNode } from './schema-files.ts'
import type { SchemaName } from './types.ts'

const require = createRequire(import.meta.url)

/** One thing wrong with a value. */
export interface FieldError {
  /** Where, from the value's root; ends with the missing or unknown field's name. Empty for the value itself. */
  path: string[]
  /** What, for people, to be read after the field's name: `is required`. */
  message: string
  /** The JSON Schema keyword that it breaks. */
  keyword: string
  /** Where the field is unknown: the names of those that are known there. Told by `validate` alone. */
  known?: string[]
  /** Where it is none of the values of an enum: those. */
  allowed?: unknown[]
}

type Params = Record<string, unknown>

const TYPES: Record<string, string> = {
  array: 'an array',
  boolean: 'a boolean',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
}

const FORMATS: Record<string, string> = {
  date: 'a date (YYYY-MM-DD)',
  'date-time': 'an ISO 8601 date-time (2026-03-01T09:30:00.000Z)',
  email: 'an email address',
  uri: 'an absolute URI',
  uuid: 'a UUID',
}

const counted = (limit: unknown) => Number(limit).toLocaleString('en-US')

/** What each keyword demands, in words. */
const MESSAGES: Record<string, (params: Params) => string> = {
  additionalProperties: () => 'is unknown',
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  enum: ({ allowedValues }) => `must be one of ${[allowedValues].flat().join(', ')}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  format: ({ format }) => `must be ${FORMATS[String(format)]}`,
  maxItems: ({ limit }) => `must have at most ${counted(limit)} items`,
  maxLength: ({ limit }) => `must have at most ${counted(limit)} characters`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  minLength: ({ limit }) => `must have at least ${counted(limit)} character${limit === 1 ? '' : 's'}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  pattern: ({ pattern }) => `must be ${PATTERN_WORDS[String(pattern)] ?? 'of another form'}`,
  required: () => 'is required',
  type: ({ type }) =>
    `must be ${[type]
      .flat()
      .map((name) => TYPES[String(name)])
      .join(' or ')}`,
  uniqueItems: () => 'must not hold a value twice',
}

/** Errors in our words; `if` says nothing that the error inside its `then` does not. */
const toFieldErrors = (errors: ErrorObject[] | null | undefined) =>
  meantErrors(errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map(fieldError)

function fieldError({ instancePath, keyword, params, parentSchema }: ErrorObject): FieldError {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const { missingProperty, additionalProperty, allowedValues }: Params = params
  const named = missingProperty ?? additionalProperty
  if (named !== undefined) path.push(String(named))
  const message = MESSAGES[keyword]?.(params) ?? `breaks the rule ${keyword}`
  const known: object | undefined =
    additionalProperty === undefined ? undefined : parentSchema?.['properties']
  return {
    path,
    message,
    keyword,
    ...(known && { known: Object.keys(known) }),
    ...(Array.isArray(allowedValues) && { allowed: allowedValues }),
  }
}

/** What takes longest of it to load, each for itself. */
const PARTS = ['ajv/dist/core.js', 'ajv/dist/vocabularies/draft2020.js', 'ajv/dist/2020.js']

/** One instance of ajv that knows every schema file and compiles each when it is first asked for. */
const instance = (allErrors: boolean) => {
  let ajv: Ajv2020 | undefined
  return (name: SchemaName | SchemaNode): ValidateFunction => {
    ajv ??= newAjv(allErrors).addSchema(schemaNames().map(schema))
    // It keeps what it compiled, by the object.
    if (typeof name !== 'string') return ajv.compile(name)
    const compiled = ajv.getSchema(schema(name).$id)
    if (!compiled) throw new Error(`There is no schema ${name}`)
    return compiled
  }
}

function newAjv(allErrors: boolean): Ajv2020 {
  // Loaded when first needed: it costs a third of the start. Its schemas are checked in the tests.
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const options = { allErrors, formats: formats(), meta: false, validateSchema: false, messages: false }
  return new Ajv2020({ ...options, verbose: allErrors, strict: true, allowUnionTypes: true })
}

const quick = instance(false)
const thorough = instance(true)

/**
 * Compiles what holds values to these schemas, each step some milliseconds of work. Whoever validates before that waits for
 * what is needed, the first for ajv itself.
 */
export function* compileSteps(names: Iterable<SchemaName>): Generator<void> {
  for (const part of PARTS) {
    require(part)
    yield
  }
  for (const name of names) {
    quick(name)
    yield
  }
}

/** Parts of a value above which only its first error is told: a hostile body can hold a million. */
const MAX_PARTS = 1000

function isSmall(value: unknown, budget = { left: MAX_PARTS }): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every((part) => budget.left-- > 0 && isSmall(part, budget))
}

/**
 * All errors of a value under a schema, as it is, nothing coerced; only the first one of a very large value.
 * @param name of the schema, or one without an id and without references
 */
export function validate(name: SchemaName | SchemaNode, value: unknown): FieldError[] {
  const error = firstError(name, value)
  if (!error) return []
  if (!isSmall(value)) return [error]
  const check = thorough(name)
  check(value)
  return toFieldErrors(check.errors)
}

/** The first error of a value under a schema, as `validate` takes it; undefined when it is valid, which takes microseconds to find. */
export function firstError(name: SchemaName | SchemaNode, value: unknown): FieldError | undefined {
  const check = quick(name)
  return check(value) ? undefined : toFieldErrors(check.errors)[0]
}

const READERS: Record<string, (text: string) => unknown> = {
  // Number() alone would take 1e2, 0x10 and ' 7 ' too.
  integer: (text) => (/^-?\d+$/.test(text) ? Number(text) : text),
  boolean: (text) => text === 'true' || (text === 'false' ? false : text),
}

/**
 * A query string's parameters with integers and booleans read by their schema: `{ page: '2' }` becomes
 * `{ page: 2 }`. What cannot be read, repeated parameters included, stays as it is for `validate` to find.
 */
export function readQuery(
  name: SchemaName,
  query: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { properties = {} } = schema(name)
  const read = ([key, value]: [string, unknown]) => {
    const reader = Object.hasOwn(properties, key) ? READERS[String(properties[key]?.type)] : undefined
    return [key, reader && typeof value === 'string' ? reader(value) : value]
  }
  return Object.fromEntries(Object.entries(query).map(read))
}
