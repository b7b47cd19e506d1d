import type { Dialect } from '../../schemas/dialect.ts'
import type { SchemaNode } from '../../schemas/schema-files.ts'

type Type = SchemaNode['type']

const EMPTY: Readonly<Record<string, () => unknown>> = {
  string: () => '',
  integer: () => 0,
  boolean: () => false,
  array: () => [],
  object: () => ({}),
}

/** What null stands for where it is taken as the empty value of a type. */
export const emptyOf = (type: Type): unknown => EMPTY[String(type)]?.() ?? null

const BOOLEANS = new Map<unknown, boolean>([
  ...['true', 'yes', 'on', '1', 1].map((value): [unknown, boolean] => [value, true]),
  ...['false', 'no', 'off', '0', 0].map((value): [unknown, boolean] => [value, false]),
])

const READERS: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  integer: (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
  boolean: (value) => BOOLEANS.get(value) ?? value,
}

/** A value read as one of a schema's type where the dialect says so and it is near enough: `"12"` for an integer, `"yes"` for a boolean. */
export const NEAR_TYPES: Record<
  Dialect['input.coercion']['near_types'],
  (type: Type, value: unknown) => unknown
> = {
  unprocessable: (_type, value) => value,
  coerced: (type, value) => READERS[String(type)]?.(value) ?? value,
}
