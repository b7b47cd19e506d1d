import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_DIALECT, type Dialect } from '../../schemas/dialect.ts'
import { formatMoney } from './money.ts'
import { formatTimestamp } from './timestamp.ts'

/** Turns the body of an answer from the form in which it is stored into the dialect's. */
type Rendering = (body: object) => object

const renderings = new WeakMap<Dialect, Rendering>()

/** The rendering of a dialect, made once; bodies are stored in the default's form, so that one costs nothing. */
export function renderingOf(dialect: Dialect): Rendering {
  const known = renderings.get(dialect)
  if (known) return known
  const made = makeRendering(dialect)
  renderings.set(dialect, made)
  return made
}

function makeRendering(dialect: Dialect): Rendering {
  const keys = ['format.timestamps', 'format.money', 'output.extra_fields'] as const
  if (keys.every((key) => isDeepStrictEqual(dialect[key], DEFAULT_DIALECT[key]))) return (body) => body
  const fields = fieldFormats(dialect)
  const more = { some: true, none: false }[dialect['output.extra_fields']]
  return (body) => ({ ...renderFields(body, fields, more), ...(more && { api_version: '1.0.0' }) })
}

type FieldFormats = Readonly<Record<string, (text: string) => string>>

function fieldFormats(dialect: Dialect): FieldFormats {
  const time = (text: string) => formatTimestamp(text, dialect['format.timestamps'])
  const money = (text: string) => formatMoney(text, dialect['format.money'])
  return { created_at: time, updated_at: time, processed_at: time, total_price: money, price: money }
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
