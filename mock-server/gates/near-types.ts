import type { Dialect } from '../../schemas/dialect.ts'

export type TypeName = 'string' | 'integer' | 'boolean' | 'array' | 'object'

/** What null stands for where it is taken as the empty value. */
export const EMPTY: Readonly<Record<TypeName, () => unknown>> = {
  string: () => '',
  integer: () => 0,
  boolean: () => false,
  array: () => [],
  object: () => ({}),
}

const BOOLEANS = new Map<unknown, boolean>([
  ...['true', 'yes', 'on', '1', 1].map((value): [unknown, boolean] => [value, true]),
  ...['false', 'no', 'off', '0', 0].map((value): [unknown, boolean] => [value, false]),
])

const READERS: Readonly<Partial<Record<TypeName, (value: unknown) => unknown>>> = {
  string: (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  integer: (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
  boolean: (value) => BOOLEANS.get(value) ?? value,
}

/** A value read as one of a schema's type where the dialect says so and it is near enough: `"12"` for an integer, `"yes"` for a boolean. */
export const NEAR_TYPES: Record<
  Dialect['input.coercion']['near_types'],
  (type: TypeName | undefined, value: unknown) => unknown
> = {
  unprocessable: (_type, value) => value,
  coerced: (type, value) => (type && READERS[type]?.(value)) ?? value,
}
