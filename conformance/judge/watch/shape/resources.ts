import type { ClauseId } from '../../../../schemas/clauses.ts'
import { fieldsOf } from '../../../../schemas/resources.ts'
import { referred, type SchemaNode } from '../../../../schemas/schema-files.ts'
import type { SchemaName } from '../../../../schemas/types.ts'
import { isObject } from '../../../server/client/exchange.ts'
import { alwaysHasValue } from './always.ts'
import { fittingPlainly, valueRule } from './values.ts'

/** One thing seen in a value: the clause it belongs to, and what is wrong, if anything. */
export interface Seen {
  clause: ClauseId
  /** Where, from the record: `customer.email`, `line_items.0.price`. */
  path: string
  /** null where the value is as it must be; `absent` where there is none, which only other knowledge can judge. */
  wrong: { expected: string; got: string } | 'absent' | null
}

/** Where one looks: in a value of this schema, under the clause that judges it. */
interface Place {
  readonly name: SchemaName
  readonly clause: ClauseId
  readonly path: readonly string[]
}

/** Looks at every field of a record by its schema. */
export function* look(
  name: SchemaName,
  value: unknown,
  clause: ClauseId,
  path: readonly string[] = [],
): Generator<Seen> {
  if (!isObject(value)) return yield wrong({ clause, path }, 'an object', value)
  for (const [field, property] of Object.entries(fieldsOf(name))) {
    const place = { name, clause, path: [...path, field] }
    if (value[field] != null || mayBeNull(property, value[field]))
      yield* lookAt(place, property, value[field])
    else
      yield alwaysHasValue(name, field)
        ? wrong(place, 'a value', value[field])
        : { ...right(place), wrong: 'absent' }
  }
}

const mayBeNull = ({ type }: SchemaNode, value: unknown) => value === null && [type].flat().includes('null')

function* lookAt(place: Place, property: SchemaNode, value: unknown): Generator<Seen> {
  if (value === null) return yield right(place)
  if (property.$ref !== undefined)
    return yield* look(referred(property.$ref, place.name), value, place.clause, place.path)
  if (property.items) return yield* lookAtItems(place, property.items, value)
  const rule = valueRule(place.path.at(-1) ?? '', property)
  const { clause, expected } = rule ?? { clause: place.clause, expected: inWords(property) }
  const fits = rule ? rule.fits(value) : fittingPlainly(property)(value)
  yield fits ? right({ ...place, clause }) : wrong({ ...place, clause }, expected, value)
}

function* lookAtItems({ name, clause, path }: Place, { $ref }: SchemaNode, value: unknown): Generator<Seen> {
  if (!Array.isArray(value)) return yield wrong({ clause, path }, 'an array', value)
  for (const [index, item] of value.entries())
    if ($ref !== undefined) yield* look(referred($ref, name), item, clause, [...path, String(index)])
}

const inWords = ({ type, enum: values }: SchemaNode) =>
  values ? `one of ${values.join(', ')}` : [type].flat().map(nameOf).join(' or ')
const nameOf = (type: SchemaNode['type']) => (type === 'integer' ? 'integer up to 2^53 - 1' : type)
const right = ({ clause, path }: Pick<Place, 'clause' | 'path'>): Seen => ({
  clause,
  path: path.join('.'),
  wrong: null,
})
const wrong = (place: Pick<Place, 'clause' | 'path'>, expected: string, value: unknown): Seen => ({
  ...right(place),
  wrong: { expected, got: value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200) },
})
