import type { SchemaNode } from '../schemas/schema-files.ts'
import { hasFields } from '../schemas/tables.ts'
import { check, checkPart } from './schema-check.ts'
import { SCENARIO, scenarioSchemas } from './schema-parts.ts'
import type { Steps } from './steps.ts'

/** A list of a value, and the part of the schema that all its items must be. */
interface List {
  items: readonly unknown[]
  part: string
}

/** Whether a value breaks the schema of scenarios: first without the items of its lists, which may be many, then they, one in a step. */
export function* breaksSchema(value: unknown): Steps<boolean> {
  const lists: List[] = []
  if (!check(false)(emptied(value, { $ref: SCENARIO }, lists))) return true
  for (const { items, part } of lists) {
    const isRight = checkPart(part)
    for (const item of items) {
      if (!isRight(item)) return true
      yield
    }
  }
  return false
}

/** A value without the items of lists that the schema asks nothing of but of their items. */
function emptied(value: unknown, node: SchemaNode, lists: List[]): unknown {
  const { properties, items } = partOf(node)
  if (Array.isArray(value) && items) {
    if (!isOfItemsAlone(node)) return value.map((item) => emptied(item, items, lists))
    lists.push({ items: value, part: items.$ref ?? '' })
    return []
  }
  if (!hasFields(value) || !properties) return value
  const fields = Object.entries(value)
  return Object.fromEntries(
    fields.map(([field, part]) => [
      field,
      Object.hasOwn(properties, field) ? emptied(part, properties[field] ?? {}, lists) : part,
    ]),
  )
}

/** What a reference leads to, where that is a part of the scenario's own. */
const partOf = (node: SchemaNode): SchemaNode =>
  scenarioSchemas().find(({ $id }) => $id === node.$ref) ?? node

const SAID = ['type', 'description', 'items']

const isOfItemsAlone = (node: SchemaNode): boolean => {
  const [reference] = Object.keys(node.items ?? {}).filter((key) => key === '$ref')
  return (
    reference !== undefined &&
    Object.keys(node.items ?? {}).length === 1 &&
    Object.keys(node).every((key) => SAID.includes(key))
  )
}
