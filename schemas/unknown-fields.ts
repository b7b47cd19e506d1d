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

/** Fields that are told: whoever has more has another kind of value. */
const MOST_TOLD = 50

/** The fields of a value that its schema does not know, with the nearest that it does; in lists, of their items too. */
export function unknownFields(name: SchemaName, value: unknown): FieldError[] {
  const found = strangers(schema(name) as unknown as Node, value, name, [])
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

function strangers(node: Node, value: unknown, file: SchemaName, path: readonly string[]): Stranger[] {
  if (typeof value !== 'object' || value === null) return []
  if (node.$ref !== undefined) {
    const referred = posix.join(posix.dirname(file), node.$ref).replace(/\.json$/, '') as SchemaName
    return strangers(schema(referred) as unknown as Node, value, referred, path)
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
