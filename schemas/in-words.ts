import { PATTERN_WORDS } from './pattern-words.ts'

/** What of a JSON Schema can be said in words. */
export interface ValueSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly pattern?: string
  readonly format?: string
  readonly items?: ValueSchema
  readonly properties?: Readonly<Record<string, ValueSchema>>
  readonly default?: unknown
}

/** Objects of more fields than this are told by their names alone. */
const FEW_FIELDS = 4

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date (YYYY-MM-DD)',
  'date-time': 'an ISO 8601 date-time (2026-03-01T09:30:00.000Z)',
  email: 'an email address',
  uri: 'an absolute URI',
  uuid: 'a UUID',
}

const PLAIN: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  null: 'null',
  string: 'a string',
}

/** The values that a schema allows, in words that follow "must be". */
export function allowedBy(schema: ValueSchema): string {
  const { type, enum: values, items, properties, format } = schema
  if (values) return `one of ${values.map(shown).join(', ')}`
  if (Array.isArray(type))
    return type.map((each: string) => allowedBy({ ...schema, type: each })).join(' or ')
  if (type === 'null') return 'null'
  if (items || type === 'array') return listOf(schema)
  if (properties || type === 'object') return objectOf(properties)
  if (format !== undefined && Object.hasOwn(FORMATS, format)) return FORMATS[format] ?? format
  if (schema.pattern !== undefined) return PATTERN_WORDS[schema.pattern] ?? 'a string of another form'
  if (type === 'string' && schema.minLength) return 'a string that is not empty'
  return PLAIN[String(type)] ?? numberIn(type, schema)
}

function listOf({ items, minItems, maxItems, uniqueItems }: ValueSchema): string {
  const count = [minItems && `at least ${minItems}`, maxItems && `at most ${maxItems}`].filter(Boolean)
  const list = `a list${uniqueItems ? ' without repeats' : ''}${count.length > 0 ? ` of ${count.join(' and ')}` : ''}`
  return items && (items.type || items.enum) ? `${list}, each item ${allowedBy(items)}` : list
}

function objectOf(properties: ValueSchema['properties']): string {
  const fields = Object.entries(properties ?? {})
  if (fields.length === 0) return 'an object'
  if (fields.length > FEW_FIELDS) return `an object with ${fields.map(([name]) => name).join(', ')}`
  return `an object with ${fields.map(([name, value]) => `${name} (${allowedBy(value)})`).join(', ')}`
}

function numberIn(type: ValueSchema['type'], { minimum, exclusiveMinimum, maximum }: ValueSchema): string {
  const kind = type === 'integer' ? 'an integer' : 'a number'
  const most = maximum === undefined ? '' : ` and at most ${maximum}`
  if (exclusiveMinimum !== undefined) return `${kind} above ${exclusiveMinimum}${most}`
  if (minimum === undefined) return maximum === undefined ? kind : `${kind} of at most ${maximum}`
  return maximum === undefined ? `${kind} from ${minimum} on` : `${kind} from ${minimum} to ${maximum}`
}

/** A value as a message prints it, cut where it gets long. */
export function shown(value: unknown): string {
  const text = textOf(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

function textOf(value: unknown): string {
  if (Array.isArray(value) && value.length > 20) return `a list of ${value.length}`
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'bigint') return `${value}n`
  // JSON takes NaN for null.
  if (typeof value === 'number') return String(value)
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return 'an object that holds itself, or what JSON has not'
  }
}
