import { OPERATIONS, type Operation, type OperationId } from '../operations.ts'
import { fieldsOf } from '../resources.ts'
import { referred, schema, type SchemaNode } from '../schema-files.ts'
import type { SchemaName } from '../types.ts'

/** What a document can be, by its title. */
export const DOCUMENT_KINDS = ['invoice', 'quote', 'pro_forma', 'packing_slip', 'credit_note'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** How a download can end by the contract: with the document, or refused, as its URL is altered or over. */
export const DOWNLOAD_OUTCOMES = ['download', 'invalid-link'] as const

/** A field of a body: its path as the schemas have it, `line_items[].title`, or what lies inside. */
export type BodyField = { readonly path: string } | { readonly inside: BodyFields }
export type BodyFields = ReadonlyMap<string, BodyField>

/** What of an operation there is to meet. */
export interface Extent {
  /** Of a success, and the error kinds that it lists. */
  readonly outcomes: readonly string[]
  readonly parameters: readonly string[]
  readonly fields: BodyFields
  /** The same by path alone. */
  readonly paths: readonly string[]
  readonly paged: boolean
}

const extents = new Map<OperationId, Extent>()

/** What the contract has of an operation. */
export function extentOf(id: OperationId): Extent {
  const known = extents.get(id)
  if (known) return known
  const { query, body, outcomes, errors }: Operation = OPERATIONS[id]
  const parameters = query ? Object.keys(fieldsOf(query)) : []
  const fields = body ? fieldsIn(schema(body), body) : NO_FIELDS
  const paged = parameters.includes('page')
  const extent = { outcomes: [...outcomes, ...errors], parameters, fields, paths: pathsOf(fields), paged }
  extents.set(id, extent)
  return extent
}

const NO_FIELDS: BodyFields = new Map()

/** The fields that values of a schema have; of a list those of its items. */
function fieldsIn({ $ref, items, properties }: SchemaNode, file: SchemaName, path = ''): BodyFields {
  if ($ref !== undefined) {
    const target = referred($ref, file)
    return fieldsIn(schema(target), target, path)
  }
  if (items) return fieldsIn(items, file, `${path}[]`)
  if (!properties) return NO_FIELDS
  return new Map(
    Object.entries(properties).map(([name, node]) => {
      const whole = path === '' ? name : `${path}.${name}`
      const inside = fieldsIn(node, file, whole)
      return [name, inside.size > 0 ? { inside } : { path: whole }]
    }),
  )
}

const pathsOf = (fields: BodyFields): string[] =>
  [...fields.values()].flatMap((field) => ('path' in field ? [field.path] : pathsOf(field.inside)))
