import type { Dialect } from '../../schemas/dialect.ts'
import { inType } from '../../schemas/near-types.ts'
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

/**
 * A value read as one of a schema's type where it is near enough, `"12"` for an integer, `"yes"` for a boolean, and the
 * dialect, which is asked only then, says so.
 */
export function readAs(type: Type, value: unknown, dialect: Dialect): unknown {
  const near = inType(type, value)
  return near === value ? value : NEAR_TYPES[dialect['input.coercion'].near_types](value, near)
}

const NEAR_TYPES: Record<
  Dialect['input.coercion']['near_types'],
  (value: unknown, near: unknown) => unknown
> = {
  unprocessable: (value) => value,
  coerced: (_value, near) => near,
}
