import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SchemaName } from './types.ts'

/** A part of a JSON Schema (draft 2020-12): the keywords that ours use; a test finds any other. */
export type SchemaNode = {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly format?: string
  /** Beside `if: { minLength: 1 }`, the only condition that our schemas have: demanded unless empty. */
  readonly then?: { readonly format: string }
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  /** Objects that tell by their field `kind` which of these they are. */
  readonly oneOf?: readonly SchemaNode[]
  /** Any of these. */
  readonly anyOf?: readonly SchemaNode[]
  readonly items?: SchemaNode
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | SchemaNode
  readonly default?: unknown
  readonly examples?: readonly unknown[]
}

/** A schema as read from its file. */
export interface JsonSchema extends SchemaNode {
  readonly $id: string
  readonly title: string
  readonly description: string
  readonly [keyword: string]: unknown
}

/** Folder of the published JSON Schema files. */
export const SCHEMA_FOLDER = fileURLToPath(new URL('.', import.meta.url))

/** Names of all schema files below `schemas/`, without `.json`: `resources/template`. */
export function schemaNames(): SchemaName[] {
  return readdirSync(SCHEMA_FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => nameOf(file.replaceAll('\\', '/')))
    .toSorted()
}

// The type is made from the files.
const nameOf = (file: string): SchemaName => file.slice(0, -'.json'.length) as SchemaName

const loaded = new Map<SchemaName, JsonSchema>()

/** The schema of that name, read once. */
export function schema(name: SchemaName): JsonSchema {
  const known = loaded.get(name)
  if (known) return known
  const read: JsonSchema = JSON.parse(readFileSync(`${SCHEMA_FOLDER}${name}.json`, 'utf8'))
  loaded.set(name, read)
  return read
}

/** The schema that a reference in another one leads to. */
export const referred = (reference: string, from: SchemaName): SchemaName =>
  nameOf(posix.join(posix.dirname(from), reference))
