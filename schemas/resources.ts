import type { ClauseId } from './clauses.ts'
import type { OperationId } from './operations.ts'
import { schema, type SchemaNode } from './schema-files.ts'
import type { SchemaName } from './types.ts'

interface Row {
  readonly one: string
  readonly many: string
  readonly operations: Readonly<Record<'list' | 'create' | 'read' | 'update' | 'delete', OperationId>>
  readonly output: SchemaName
  readonly input: SchemaName
  readonly known_by: string
  readonly clauses: Readonly<
    Record<'create' | 'read' | 'update' | 'delete' | 'outputOnly' | 'invalid' | 'unknown' | 'scope', ClauseId>
  >
}

/**
 * What the API keeps records of: how one and many are called in bodies and answers, its operations, the schemas of
 * what is answered and of what can be set, the text by which people know a record (several may share it), and the
 * clauses. Templates and customers obey the same rules (specification §4.2, §4.3).
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
    known_by: 'name',
    clauses: {
      create: 'templates.create',
      read: 'templates.read',
      update: 'templates.update',
      delete: 'templates.delete',
      outputOnly: 'templates.output-only',
      invalid: 'templates.invalid',
      unknown: 'templates.unknown',
      scope: 'auth.scope-templates',
    },
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
    known_by: 'email',
    clauses: {
      create: 'customers.create',
      read: 'customers.read',
      update: 'customers.update',
      delete: 'customers.delete',
      outputOnly: 'customers.output-only',
      invalid: 'customers.invalid',
      unknown: 'customers.unknown',
      scope: 'auth.scope-customers',
    },
  },
} as const satisfies Record<string, Row>

export type Resource = (typeof RESOURCES)[keyof typeof RESOURCES]

/** The same by how many of them are called. */
export const RESOURCE_OF = {
  templates: RESOURCES.template,
  customers: RESOURCES.customer,
} as const satisfies { [Many in Resource['many']]: Resource & { many: Many } }

/** The fields that a schema lists, each with its own schema. */
export const fieldsOf = (name: SchemaName): Readonly<Record<string, SchemaNode>> =>
  schema(name).properties ?? {}

/**
 * The values that the schema of a field lists.
 * @throws where it lists none: whoever asks would keep or try nothing, and never say so
 */
export function valuesOf(name: SchemaName, field: string): string[] {
  const { enum: values = [] } = fieldsOf(name)[field] ?? {}
  if (values.length === 0)
    throw new Error(`schemas/${name}.json: ${field} has no enum, so that its values are not known`)
  return values.map(String)
}

/** The fields of a resource that can be set. */
export const inputFieldsOf = ({ input }: Resource): string[] => Object.keys(fieldsOf(input))

/** The fields of a resource that are output only; `id` is one of them. */
export const outputOnlyFieldsOf = ({ output, input }: Resource): string[] =>
  Object.keys(fieldsOf(output)).filter((field) => !(field in fieldsOf(input)))
