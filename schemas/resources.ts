import { schema } from './schema-files.ts'
import type { SchemaName } from './types.ts'

/**
 * What the API keeps records of: how one and many are called in bodies and answers, its operations, and the schemas of
 * what is answered and of what can be set. Templates and customers obey the same rules (specification §4.2, §4.3).
 */
export const RESOURCES = {
  template: {
    one: 'template',
    many: 'templates',
    operations: {
      list: 'listTemplates',
      create: 'createTemplate',
      read: 'readTemplate',
      update: 'updateTemplate',
      delete: 'deleteTemplate',
    },
    output: 'resources/template',
    input: 'resources/template-input',
  },
  customer: {
    one: 'customer',
    many: 'customers',
    operations: {
      list: 'listCustomers',
      create: 'createCustomer',
      read: 'readCustomer',
      update: 'updateCustomer',
      delete: 'deleteCustomer',
    },
    output: 'resources/customer',
    input: 'resources/customer-input',
  },
} as const

export type Resource = (typeof RESOURCES)[keyof typeof RESOURCES]

/** The fields that a schema lists, each with its own schema. */
export const fieldsOf = (name: SchemaName): Readonly<Record<string, { type?: string; enum?: string[] }>> =>
  schema(name)['properties'] as Record<string, { type?: string; enum?: string[] }>

/** The fields of a resource that can be set. */
export const inputFieldsOf = ({ input }: Resource): string[] => Object.keys(fieldsOf(input))

/** The fields of a resource that are output only; `id` is one of them. */
export const outputOnlyFieldsOf = ({ output, input }: Resource): string[] =>
  Object.keys(fieldsOf(output)).filter((field) => !(field in fieldsOf(input)))
