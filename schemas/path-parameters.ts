import type { SchemaNode } from './schema-files.ts'

/** The parameters that paths of operations have in braces: what they are, and their schema. */
export const PATH_PARAMETERS = {
  slug: { description: 'Slug of the invoice, a UUID.', schema: { type: 'string', format: 'uuid' } },
  id: { description: 'Id of the record.', schema: { type: 'integer' } },
} as const satisfies Record<string, { description: string; schema: SchemaNode }>

export type PathParameter = keyof typeof PATH_PARAMETERS

export const isPathParameter = (name: string): name is PathParameter => Object.hasOwn(PATH_PARAMETERS, name)
