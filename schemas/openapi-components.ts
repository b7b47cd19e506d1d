import { schema, schemaNames } from './schema-files.ts'
import type { SchemaName } from './types.ts'

type Part = Readonly<Record<string, unknown>>

const FOLDERS = ['resources/', 'requests/', 'responses/', 'errors/']

/** Every schema that an operation's body or answer can lead to, by title, with references among them. */
export function schemaComponents(): Part {
  const names = schemaNames().filter((name) => FOLDERS.some((folder) => name.startsWith(folder)))
  return Object.fromEntries(names.map((name) => [schema(name).title, component(name)]))
}

/** A reference to a schema's component. */
export const reference = (name: SchemaName) => ({ $ref: `#/components/schemas/${schema(name).title}` })

function component(name: SchemaName): Part {
  const { $schema: _draft, $id: _address, ...rest } = schema(name)
  return relinked(rest, name) as Part
}

/** A part of the named schema with its file references led to components. */
function relinked(part: unknown, name: SchemaName): unknown {
  if (Array.isArray(part)) return part.map((item) => relinked(item, name))
  if (typeof part !== 'object' || part === null) return part
  if ('$ref' in part) return reference(referred(part.$ref, name))
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, relinked(value, name)]))
}

/** The schema that a `$ref` in the named one leads to. */
function referred($ref: unknown, from: SchemaName): SchemaName {
  const { href } = new URL(String($ref), schema(from).$id)
  const folder = schema(from).$id.slice(0, -`${from}.json`.length)
  return href.slice(folder.length, -'.json'.length) as SchemaName
}

/** A value that shows what the schema is about, put together from the examples and defaults of its fields. */
export function exampleOf(name: SchemaName, part: Part = schema(name)): unknown {
  if ('$ref' in part) return exampleOf(referred(part.$ref, name))
  const { examples, properties, items } = part as { examples?: unknown[]; properties?: Part; items?: Part }
  if (examples) return examples[0]
  if ('default' in part) return part.default
  if (items) return [exampleOf(name, items)]
  if (!properties) return part.type === 'boolean' ? false : ''
  return Object.fromEntries(
    Object.entries(properties).map(([key, field]) => [key, exampleOf(name, field as Part)]),
  )
}
