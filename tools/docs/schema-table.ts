import { schema, schemaNames, type SchemaNode } from '../../schemas/schema-files.ts'
import { code, json, prose, table } from './markdown.ts'

/** A table of the fields of an object schema; fields of nested objects follow with dotted names. */
export const fieldTable = (node: SchemaNode, depth = 2): string =>
  table(['Field', 'Type', 'Required', 'Default', 'Description'], rowsOf(node, '', depth))

function rowsOf(node: SchemaNode, prefix: string, depth: number): string[][] {
  return Object.entries(node.properties ?? {}).flatMap(([name, field]) => [
    fieldRow(`${prefix}${name}`, resolved(field), node.required?.includes(name) ?? false),
    ...(depth > 0 ? innerRows(`${prefix}${name}`, field, depth - 1) : []),
  ])
}

const innerRows = (name: string, field: SchemaNode, depth: number): string[][] => [
  ...rowsOf(field, `${name}.`, depth),
  ...(field.items ? rowsOf(field.items, `${name}[].`, depth) : []),
]

const fieldRow = (name: string, field: SchemaNode, required: boolean): string[] => [
  code(name),
  typeOf(field),
  required ? 'yes' : '',
  field.default === undefined ? '' : json(field.default),
  prose(field.description ?? ''),
]

/** A field whose reference leads to one field of a schema file, with the keywords of that field. */
function resolved(field: SchemaNode): SchemaNode {
  const [, file, property] = /^(.+)\.json#\/properties\/(\w+)$/.exec(field.$ref ?? '') ?? []
  const name = schemaNames().find((each) => each === file)
  if (name === undefined || property === undefined) return field
  const { $ref: _reference, ...own } = field
  return { ...schema(name).properties?.[property], ...own }
}

/** The type of a field in words: its JSON type with its bounds, or its allowed values. */
export function typeOf(node: SchemaNode): string {
  const { type, enum: values, items, $ref, anyOf, oneOf } = node
  if (values !== undefined) return values.map(json).join(', ')
  if ($ref !== undefined) return referred($ref)
  if (items !== undefined) return `array of ${typeOf(items)}`
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return choices.map(typeOf).join(' or ')
  const base = [type ?? 'any'].flat().join(' or ')
  return [base, ...boundsOf(node)].join(', ')
}

/** A definition of the same page as a link to its section, a schema file by its name. */
function referred(reference: string): string {
  const [, definition] = /^#\/\$defs\/(\w+)$/.exec(reference) ?? []
  return definition === undefined
    ? code(reference.replace(/^.*\//, '').replace('.json', ''))
    : `[${code(definition)}](#${definition})`
}

function boundsOf({ minimum, exclusiveMinimum, maximum, maxLength, format }: SchemaNode): string[] {
  const bounds = [
    minimum !== undefined && `≥ ${minimum}`,
    exclusiveMinimum !== undefined && `more than ${exclusiveMinimum}`,
    maximum !== undefined && `≤ ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    format !== undefined && !format.startsWith('scenario-') && format,
  ]
  return bounds.filter((bound) => bound !== false)
}
