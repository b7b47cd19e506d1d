import type { SchemaName } from '../../schemas/types.ts'

/** What a body or an answer is, as a JSON Schema; what a schema file describes is referred to by `a`. */
export type Shape = { readonly [keyword: string]: unknown }

/** What the schema file of that name describes. */
export const a = (name: SchemaName): Shape => ({ $ref: `${name}.json` })

/** A list of such. */
export const listOf = (items: Shape): Shape => ({ type: 'array', items })

/** An object with all of these fields. */
export const fields = (properties: Readonly<Record<string, Shape>>): Shape => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

export const TEXT: Shape = { type: 'string' }
export const NUMBER: Shape = { type: 'number' }
export const YES_OR_NO: Shape = { type: 'boolean' }
