import { didYouMean } from './nearest.ts'
import { referred, schema, type SchemaNode } from './schema-files.ts'
import type { SchemaName } from './types.ts'
import type { FieldError } from './validate.ts'

/** Fields that are told: whoever has more has another kind of value. */
const MOST_TOLD = 50

/** The fields of a value that its schema does not know, with the nearest that it does; in lists, of their items too. */
export function unknownFields(name: SchemaName, value: unknown): FieldError[] {
  return strangersIn(name, value).map(({ path, known }) => ({
    path,
    message: `is unknown; ${didYouMean(path.at(-1) ?? '', known)}`,
    keyword: 'additionalProperties',
  }))
}

/** The same fields as they are, the first fifty of them. */
export const strangersIn = (name: SchemaName, value: unknown): Stranger[] => {
  const found: Stranger[] = []
  for (const stranger of strangers(schema(name), value, name, [])) {
    if (found.length === MOST_TOLD) break
    found.push(stranger)
  }
  return found
}

/** A field that a schema does not know. */
export interface Stranger {
  /** Where, from the value's root. */
  path: string[]
  /** The fields that there are in its place. */
  known: readonly string[]
}

function* strangers(
  node: SchemaNode,
  value: unknown,
  file: SchemaName,
  path: readonly string[],
): Generator<Stranger> {
  if (typeof value !== 'object' || value === null) return
  if (node.$ref !== undefined) {
    const other = referred(node.$ref, file)
    return yield* strangers(schema(other), value, other, path)
  }
  const { properties, items } = node
  for (const [step, part] of Object.entries(value)) {
    const here = [...path, step]
    const known = properties && Object.hasOwn(properties, step) ? properties[step] : undefined
    const inner = Array.isArray(value) ? items : known
    if (inner) yield* strangers(inner, part, file, here)
    else if (properties && !Array.isArray(value)) yield { path: here, known: Object.keys(properties) }
  }
}
