import { fieldsOf } from '../../../../schemas/resources.ts'
import { referred, type SchemaNode } from '../../../../schemas/schema-files.ts'
import type { SchemaName } from '../../../../schemas/types.ts'
import { isObject } from '../../../server/client/exchange.ts'
import { alwaysHasValue } from './always.ts'
import { fittingPlainly, valueRule } from './values.ts'

/**
 * A short text that says in which fields a value has none; null where one of them is wrong. Two values of one schema
 * with the same signs look the same to `look`, which takes far longer. Nothing is said of a field with a value, so
 * that most records have the shortest text there is.
 */
export type Signs = (value: unknown) => string | null

interface Field {
  readonly name: string
  /** What is said where it has no value. */
  readonly ofNone: Signs
  /** Whether its value is right, where that has nothing in it that could have none; else null. */
  readonly fits: ((value: unknown) => boolean) | null
  readonly ofValue: Signs
}

const known = new Map<SchemaName, Signs>()

/** The signs of the values of a schema. */
export function signsOf(name: SchemaName): Signs {
  const before = known.get(name)
  if (before) return before
  const made = ofObject(Object.entries(fieldsOf(name)).map(([field, node]) => fieldOf(name, field, node)))
  known.set(name, made)
  return made
}

/**
 * By code that is made of the fields, some lines for each: so V8 knows where each stands in a record and what judges it, which a
 * loop has to find out for every value.
 */
function ofObject(fields: readonly Field[]): Signs {
  const parts = fields.map(
    (_, at) => `const { ofNone: none${at}, fits: fits${at}, ofValue: of${at} } = fields[${at}]`,
  )
  const lines = ["let signs = '', more, value", ...fields.map(linesOf), 'return signs']
  const code = [...parts, 'return (record) => {', ...lines, '}'].join('\n')
  const ofRecord = new Function('fields', code)(fields) as Signs // as the code says
  return (value) => (isObject(value) ? ofRecord(value) : null)
}

const linesOf = ({ name, fits }: Field, at: number): string =>
  `value = record[${JSON.stringify(name)}]
  if (value === undefined || value === null) ${adding(`none${at}`)}
  else ${fits ? `if (!fits${at}(value)) return null` : adding(`of${at}`)}`

const adding = (signs: string): string =>
  `{ more = ${signs}(value); if (more === null) return null; if (more !== '') signs += more }`

function fieldOf(schema: SchemaName, name: string, node: SchemaNode): Field {
  const ofNothing = alwaysHasValue(schema, name) ? null : `-${name} `
  const ofNull = [node.type].flat().includes('null') ? `0${name} ` : ofNothing
  const ofNone: Signs = (value) => (value === null ? ofNull : ofNothing)
  const parts = ofParts(schema, name, node)
  if (parts) return { name, ofNone, fits: null, ofValue: parts }
  const fits = valueRule(name, node)?.fits ?? fittingPlainly(node)
  return { name, ofNone, fits, ofValue: (value) => (fits(value) ? '' : null) }
}

/** The signs of a value that has fields or items; null for any other. */
function ofParts(schema: SchemaName, name: string, node: SchemaNode): Signs | null {
  if (node.$ref !== undefined) return inside(name, signsOf(referred(node.$ref, schema)))
  return node.items ? ofItems(schema, name, node.items) : null
}

function inside(name: string, signsIn: Signs): Signs {
  return (value) => {
    const signs = signsIn(value)
    return signs === null || signs === '' ? signs : `${name}{${signs}}`
  }
}

function ofItems(schema: SchemaName, name: string, { $ref }: SchemaNode): Signs {
  const ofItem: Signs = $ref === undefined ? () => '' : signsOf(referred($ref, schema))
  return (value) => {
    if (!Array.isArray(value)) return null
    const items = value.map(ofItem)
    return items.includes(null) ? null : `${name}${items.length}[${items.join()}]`
  }
}
