import { didYouMean } from './nearest.ts'
import { referred, schema, type SchemaNode } from './schema-files.ts'
import type { SchemaName } from './types.ts'
import type { FieldError } from './validate.ts'

/** Fields that are told: whoever has more has another kind of value. */
const MOST_TOLD = 50

/** The fields of a value that its schema does not know, with the nearest that it does; in lists, of their items too. */
export function unknownFields(name: SchemaName, value: unknown): FieldError[] {
  const found = strangers(schema(name), value, name, [])
  return found.slice(0, MOST_TOLD).map(({ path, known }) => ({
    path,
    message: `is unknown; ${didYouMean(path.at(-1) ?? '', known)}`,
    keyword: 'additionalProperties',
  }))
}

interface Stranger {
  path: string[]
  /** The fields that there are in its place. */
  known: readonly string[]
}

function strangers(node: SchemaNode, value: unknown, file: SchemaName, path: readonly string[]): Stranger[] {
  if (typeof value !== 'object' || value === null) return []
  if (node.$ref !== undefined) {
    const other = referred(node.$ref, file)
    return strangers(schema(other), value, other, path)
  }
  const { properties, items } = node
  return Object.entries(value).flatMap(([step, part]) => {
    const here = [...path, step]
    if (Array.isArray(value)) return items ? strangers(items, part, file, here) : []
    if (!properties) return []
    const known = Object.hasOwn(properties, step) ? properties[step] : undefined
    return known ? strangers(known, part, file, here) : [{ path: here, known: Object.keys(properties) }]
  })
}
