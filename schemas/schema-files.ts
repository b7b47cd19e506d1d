import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SchemaName } from './types.ts'

/** A JSON Schema (draft 2020-12) as read from its file. */
export interface JsonSchema {
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
    .map((file) => file.slice(0, -'.json'.length).replaceAll('\\', '/') as SchemaName)
    .toSorted()
}

const loaded = new Map<SchemaName, JsonSchema>()

/** The schema of that name, read once. */
export function schema(name: SchemaName): JsonSchema {
  const known = loaded.get(name)
  if (known) return known
  const read = JSON.parse(readFileSync(`${SCHEMA_FOLDER}${name}.json`, 'utf8')) as JsonSchema
  loaded.set(name, read)
  return read
}
