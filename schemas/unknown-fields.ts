import { posix } from 'node:path'
import { didYouMean } from './nearest.ts'
import { schema } from './schema-files.ts'
import type { SchemaName } from './types.ts'
import type { FieldError } from './validate.ts'

interface Node {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
}

/** The fields of a value that its schema does not know, with the nearest that it does; in lists, of their items too. */
export function unknownFields(name: SchemaName, value: unknown): FieldError[] {
  return inside(schema(name) as unknown as Node, value, name, [])
}

function inside(node: Node, value: unknown, file: SchemaName, path: readonly string[]): FieldError[] {
  if (typeof value !== 'object' || value === null) return []
  if (node.$ref !== undefined) {
    const referred = posix.join(posix.dirname(file), node.$ref).replace(/\.json$/, '') as SchemaName
    return inside(schema(referred) as unknown as Node, value, referred, path)
  }
  const { properties, items } = node
  return Object.entries(value).flatMap(([step, part]) => {
    const here = [...path, step]
    if (Array.isArray(value)) return items ? inside(items, part, file, here) : []
    if (!properties) return []
    const known = Object.hasOwn(properties, step) ? properties[step] : undefined
    return known ? inside(known, part, file, here) : [unknown(here, Object.keys(properties))]
  })
}

const unknown = (path: string[], known: readonly string[]): FieldError => ({
  path,
  message: `is unknown; ${didYouMean(path.at(-1) ?? '', known)}`,
  keyword: 'additionalProperties',
})
