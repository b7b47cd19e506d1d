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
  /** What is said of null, and of a field that is left out. */
  readonly ofNull: string | null
  readonly ofNothing: string | null
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

function ofObject(fields: readonly Field[]): Signs {
  return (value) => {
    if (!isObject(value)) return null
    let signs = ''
    for (const field of fields) {
      const more = ofField(field, value[field.name])
      if (more === null) return null
      if (more !== '') signs += more
    }
    return signs
  }
}

const ofField = ({ ofNull, ofNothing, ofValue }: Field, value: unknown): string | null =>
  value === undefined ? ofNothing : value === null ? ofNull : ofValue(value)

function fieldOf(schema: SchemaName, name: string, node: SchemaNode): Field {
  const ofNothing = alwaysHasValue(schema, name) ? null : `-${name} `
  const ofNull = [node.type].flat().includes('null') ? `0${name} ` : ofNothing
  return { name, ofNull, ofNothing, ofValue: ofNode(schema, name, node) }
}

function ofNode(schema: SchemaName, name: string, node: SchemaNode): Signs {
  if (node.$ref !== undefined) return inside(name, signsOf(referred(node.$ref, schema)))
  if (node.items) return ofItems(schema, name, node.items)
  const fits = valueRule(name, node)?.fits ?? fittingPlainly(node)
  return (value) => (fits(value) ? '' : null)
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
