import type { Dialect } from './dialect.ts'
import type { OperationId } from './operations.ts'
import { referred, schema, schemaNames, type SchemaNode } from './schema-files.ts'
import { hasFields } from './tables.ts'
import type { SchemaName } from './types.ts'

type Part = Readonly<Record<string, unknown>>

const FOLDERS = ['resources/', 'requests/', 'responses/', 'errors/']

/** What the creations take of which a dialect may demand fields; the same schemas serve the updates, which need none. */
const CREATIONS = [
  { record: 'template', title: 'NewTemplate', demanded: 'templates.required' },
  { record: 'customer', title: 'NewCustomer', demanded: 'customers.required' },
] as const

type Creation = (typeof CREATIONS)[number]

/**
 * Every schema that an operation's body or answer can lead to, by title, with references among them; and one of its own
 * for each creation of which the dialect demands fields.
 */
export function schemaComponents(dialect: Readonly<Dialect>): Part {
  const names = schemaNames().filter((name) => FOLDERS.some((folder) => name.startsWith(folder)))
  const demanding = CREATIONS.filter(({ demanded }) => dialect[demanded].length > 0)
  return Object.fromEntries([
    ...names.map((name) => [schema(name).title, component(name)]),
    ...demanding.flatMap((creation) => creationComponents(creation, dialect[creation.demanded])),
  ])
}

function creationComponents({ record, title }: Creation, required: readonly string[]): [string, Part][] {
  const request = `${title}Request`
  return [
    [title, { ...component(`resources/${record}-input`), title, required }],
    [
      request,
      { ...component(`requests/${record}`), title: request, properties: { [record]: componentOf(title) } },
    ],
  ]
}

/** A reference to the component of the body that an operation takes under a dialect. */
export function bodyReference(operation: OperationId, body: SchemaName, dialect: Readonly<Dialect>) {
  const creation = CREATIONS.find(({ record }) => body === `requests/${record}`)
  const whole = operation.startsWith('create') || dialect['patch.omitted'] === 'reset'
  const demands = creation && whole && dialect[creation.demanded].length > 0
  return demands ? componentOf(`${creation.title}Request`) : reference(body)
}

const componentOf = (title: string) => ({ $ref: `#/components/schemas/${title}` })

/** A reference to a schema's component. */
export const reference = (name: SchemaName) => componentOf(schema(name).title)

function component(name: SchemaName): Part {
  const { $schema: _draft, $id: _address, ...rest } = schema(name)
  return relinkedFields(rest, name)
}

/** A part of the named schema with its file references led to components, and its defaults told. */
function relinked(part: unknown, name: SchemaName): unknown {
  if (Array.isArray(part)) return part.map((item) => relinked(item, name))
  return hasFields(part) ? relinkedFields(part, name) : part
}

function relinkedFields(part: Part, name: SchemaName): Part {
  if ('$ref' in part) return reference(referred(String(part.$ref), name))
  const fields = Object.entries(toldDefault(part))
  return Object.fromEntries(fields.map(([key, value]) => [key, relinked(value, name)]))
}

/** Generators of clients take a field with a default for one that is always there, in requests too: so it is told in words. */
function toldDefault(part: Part): Part {
  if (!('default' in part)) return part
  const { default: value, description, ...rest } = part
  return { ...rest, description: `${String(description)} Default: ${JSON.stringify(value)}.` }
}

/** A part whose references lead to schema files from their folder, led to components. */
export const linkedToComponents = (part: Part): Part => relinkedFields(part, AT_THE_TOP)

/** Every schema that these parts lead to, by title, with references among them. */
export function componentsOf(parts: readonly Part[]): Part {
  const names = new Set(parts.flatMap((part) => referredBy(part, AT_THE_TOP)))
  // A set goes on to what is added to it on the way.
  for (const name of names) for (const next of referredBy(schema(name), name)) names.add(next)
  return Object.fromEntries([...names].map((name) => [schema(name).title, component(name)]))
}

/** A schema file that lies where all others are found from. */
const AT_THE_TOP: SchemaName = 'dialect'

function referredBy(part: unknown, from: SchemaName): SchemaName[] {
  if (Array.isArray(part)) return part.flatMap((item) => referredBy(item, from))
  if (!hasFields(part)) return []
  if ('$ref' in part) return [referred(String(part.$ref), from)]
  return Object.values(part).flatMap((value) => referredBy(value, from))
}

/** A value that shows what the schema is about, put together from the examples and defaults of its fields. */
export function exampleOf(name: SchemaName, part: SchemaNode = schema(name)): unknown {
  if (part.$ref !== undefined) return exampleOf(referred(part.$ref, name))
  const { examples, properties, items } = part
  if (examples) return examples[0]
  if ('default' in part) return part.default
  if (items) return [exampleOf(name, items)]
  if (!properties) return part.type === 'boolean' ? false : ''
  return Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, exampleOf(name, field)]))
}
