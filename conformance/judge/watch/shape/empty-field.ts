import { fieldsOf } from '../../../../schemas/resources.ts'
import type { SchemaName } from '../../../../schemas/types.ts'

/** Finds the first field in which a record has no value. */
type Finder = (record: Readonly<Record<string, unknown>>) => string | null

/** What is empty by itself: a template without a logo, or without a design of its own. */
const OFTEN_EMPTY = ['logo_url', 'design_key']

const known = new Map<SchemaName, Finder>()

/** Looks through the fields of a schema, by a line of code for each, as `signs.ts` does. */
export function emptyFieldBy(schema: SchemaName): Finder {
  const before = known.get(schema)
  if (before) return before
  const names = Object.keys(fieldsOf(schema)).filter((name) => !OFTEN_EMPTY.includes(name))
  const quoted = names.map((name) => JSON.stringify(name))
  const lines = quoted.map((name) => `if (record[${name}] == null) return ${name}`)
  const made = new Function('record', [...lines, 'return null'].join('\n')) as Finder // as the code says
  known.set(schema, made)
  return made
}
