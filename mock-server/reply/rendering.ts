import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_DIALECT, type Dialect } from '../../schemas/dialect.ts'
import { OPERATIONS, type OperationId } from '../../schemas/operations.ts'
import { referred, schema, type SchemaNode } from '../../schemas/schema-files.ts'
import type { SchemaName } from '../../schemas/types.ts'
import { formatMoney } from './money.ts'
import { formatTimestamp } from './timestamp.ts'

/** Turns the body of an answer from the form in which it is stored into the dialect's. */
type Rendering = (body: object) => object

type Forms = Pick<Dialect, 'format.timestamps' | 'format.money' | 'output.extra_fields'>

/** By what the dialect says of timestamps, whose object stays the same as long as the dialect does, and by the rest. */
const renderings = new WeakMap<Forms['format.timestamps'], Map<string, Rendering>>()

/**
 * The rendering of an operation's success, made once; bodies are stored in the default's form, so that one costs
 * nothing. The dialect is asked only for what the answers of the operation have.
 */
export function renderingOf(dialect: Dialect, operation: OperationId | null): Rendering {
  const { times, amounts } = partsOf(operation)
  const forms: Forms = {
    'format.timestamps': (times ? dialect : DEFAULT_DIALECT)['format.timestamps'],
    'format.money': (amounts ? dialect : DEFAULT_DIALECT)['format.money'],
    'output.extra_fields': dialect['output.extra_fields'],
  }
  const like = renderings.get(forms['format.timestamps']) ?? new Map<string, Rendering>()
  const key = `${forms['format.money']} ${forms['output.extra_fields']}`
  const known = like.get(key)
  if (known) return known
  const rendering = makeRendering(forms)
  renderings.set(forms['format.timestamps'], like.set(key, rendering))
  return rendering
}

const TIMES = ['created_at', 'updated_at', 'processed_at'] as const
const AMOUNTS = ['total_price', 'price'] as const

/** What of a body has a form that is open. */
interface Parts {
  times: boolean
  amounts: boolean
}

const parts = new Map<OperationId | null, Parts>()

/** What the success of an operation shows, by its schema; all of it where no operation is known. */
function partsOf(operation: OperationId | null): Parts {
  const known = parts.get(operation)
  if (known) return known
  const response = operation && OPERATIONS[operation].response
  const names = new Set(response === null ? [] : namesIn(schema(response), response))
  const has = (fields: readonly string[]) => operation === null || fields.some((field) => names.has(field))
  const found = { times: has(TIMES), amounts: has(AMOUNTS) }
  parts.set(operation, found)
  return found
}

/** Names of all fields that a schema has, however deep. */
function namesIn({ $ref, items, properties = {} }: SchemaNode, file: SchemaName): string[] {
  const target = $ref === undefined ? undefined : referred($ref, file)
  const inside = Object.entries(properties).flatMap(([name, node]) => [name, ...namesIn(node, file)])
  return [
    ...inside,
    ...(items ? namesIn(items, file) : []),
    ...(target ? namesIn(schema(target), target) : []),
  ]
}

function makeRendering(forms: Forms): Rendering {
  const keys = ['format.timestamps', 'format.money', 'output.extra_fields'] as const
  if (keys.every((key) => isDeepStrictEqual(forms[key], DEFAULT_DIALECT[key]))) return (body) => body
  const fields = fieldFormats(forms)
  const more = { some: true, none: false }[forms['output.extra_fields']]
  return (body) => ({ ...renderFields(body, fields, more), ...(more && { api_version: '1.0.0' }) })
}

type FieldFormats = Readonly<Record<string, (text: string) => string>>

function fieldFormats(forms: Forms): FieldFormats {
  const time = (text: string) => formatTimestamp(text, forms['format.timestamps'])
  const money = (text: string) => formatMoney(text, forms['format.money'])
  return Object.fromEntries([
    ...TIMES.map((name) => [name, time] as const),
    ...AMOUNTS.map((name) => [name, money] as const),
  ])
}

function render(value: unknown, fields: FieldFormats, more: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => render(item, fields, more))
  return typeof value === 'object' && value !== null ? renderFields(value, fields, more) : value
}

function renderFields(value: object, fields: FieldFormats, more: boolean): object {
  const entries = Object.entries(value).map(([name, field]) => {
    const format = typeof field === 'string' && Object.hasOwn(fields, name) ? fields[name] : undefined
    return [name, format ? format(field) : render(field, fields, more)]
  })
  // An extra field must not look like one of the service's own.
  return Object.fromEntries(more && 'id' in value ? [...entries, ['legacy_id', String(value.id)]] : entries)
}
