import type { SchemaNode } from './schema-files.ts'

const BOOLEANS = new Map<unknown, boolean>([
  ...['true', 'yes', 'on', '1', 1].map((value): [unknown, boolean] => [value, true]),
  ...['false', 'no', 'off', '0', 0].map((value): [unknown, boolean] => [value, false]),
])

const READERS: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  integer: (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
  boolean: (value) => BOOLEANS.get(value) ?? value,
}

/** A value read as one of a type that it is near to: `"12"` for an integer, `"yes"` for a boolean; any other as it is. */
export const inType = (type: SchemaNode['type'], value: unknown): unknown =>
  READERS[String(type)]?.(value) ?? value
