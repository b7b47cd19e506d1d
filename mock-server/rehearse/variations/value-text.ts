import { DEFAULT_DIALECT } from '../../../schemas/dialect.ts'
import type { AdjustableKey } from '../../../schemas/questions.ts'
import { schema, type SchemaNode } from '../../../schemas/schema-files.ts'
import { hasFields } from '../../../schemas/tables.ts'

/** Between the items of a list, and the parts of an object: a sign that no shell, and no list on a command line, minds. */
const SEPARATOR = '/'

/** How the answer to a question is typed: `200`, `name/template_type`, `none`, `unit:prefix`. */
export function textOf(key: AdjustableKey, value: unknown): string {
  if (Array.isArray(value)) return listText(nodeOf(key), value)
  if (!hasFields(value)) return String(value)
  const ours: unknown = DEFAULT_DIALECT[key]
  const other = Object.entries(value).filter(([name, part]) => !hasFields(ours) || part !== ours[name])
  return other.map(([name, part]) => `${name}:${String(part)}`).join(SEPARATOR)
}

function listText(node: SchemaNode, value: readonly unknown[]): string {
  if (value.length === 0) return 'none'
  return value.length === itemsOf(node).length ? 'all' : value.join(SEPARATOR)
}

/** The answer that is typed so; whether the dialect allows it is for its schema to say. */
export function valueOf(key: AdjustableKey, text: string): unknown {
  const node = nodeOf(key)
  if (node.type === 'array') return listOf(node, text)
  return node.type === 'object' ? objectOf(key, node, text) : scalarOf(node, text)
}

function listOf(node: SchemaNode, text: string): unknown[] {
  if (text === 'none') return []
  return text === 'all' ? [...itemsOf(node)] : text.split(SEPARATOR)
}

/** Our own answer, of which the parts that are typed are otherwise. */
function objectOf(key: AdjustableKey, { properties = {} }: SchemaNode, text: string): unknown {
  const ours: unknown = DEFAULT_DIALECT[key]
  const typed = text.split(SEPARATOR).map((part) => {
    const [name = '', value = ''] = part.split(/:(.*)/s)
    return [name, scalarOf(properties[name] ?? {}, value)] as const
  })
  return { ...(hasFields(ours) ? ours : {}), ...Object.fromEntries(typed) }
}

function scalarOf({ type, enum: allowed = [] }: SchemaNode, text: string): unknown {
  const named = allowed.find((value) => String(value) === text)
  if (named !== undefined) return named
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true'
  const isNumber =
    (type === 'integer' || type === 'number') && text.trim() !== '' && !Number.isNaN(Number(text))
  return isNumber ? Number(text) : text
}

const nodeOf = (key: AdjustableKey): SchemaNode => schema('dialect').properties?.[key] ?? {}

const itemsOf = ({ items }: SchemaNode): readonly unknown[] => items?.enum ?? []
