import type { ClauseId } from '../../../schemas/clauses.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { schema } from '../../../schemas/schema-files.ts'
import type { SchemaName } from '../../../schemas/types.ts'
import type { Session } from '../../server/session.ts'
import type { Collection } from '../../server/store/inventory.ts'
import { isSearchable } from '../search/search-texts.ts'
import { customerInput, templateInput } from '../../server/store/own-records.ts'

export type Fields = { [field: string]: unknown }

/** A record as an answer shows it. */
export type Shown = Fields & { id: number }

/** Templates and customers obey the same rules; this is what they differ in. */
export interface RecordKind {
  /** Key of one record in bodies and answers. */
  readonly one: 'template' | 'customer'
  /** Key of the list. */
  readonly many: 'templates' | 'customers'
  readonly operations: Readonly<Record<'list' | 'create' | 'read' | 'update' | 'remove', OperationId>>
  readonly clauses: Readonly<
    Record<'create' | 'read' | 'update' | 'delete' | 'outputOnly' | 'invalid' | 'unknown', ClauseId>
  >
  /** Fields of the input. */
  readonly inputFields: readonly string[]
  /** Fields of answers that no input sets; `id` is one of them. */
  readonly outputOnly: readonly string[]
  /** A text that two records may well have in common. */
  readonly common: string | null
  /** The text field that carries the run's marker. */
  readonly mark: string
  /** A full input like no other of this run. */
  input(session: Session): Promise<Fields>
  /** All records that the list shows. */
  all(session: Session): Promise<Collection<Shown>>
  /** Texts that a search finds the record by; none where there is no search. */
  searchTexts(shown: Shown): string[]
}

const fieldsOf = (name: SchemaName) => Object.keys(schema(name)['properties'] as Fields)

function fieldsBeyond(output: SchemaName, input: SchemaName): string[] {
  const given = fieldsOf(input)
  return fieldsOf(output).filter((field) => !given.includes(field))
}

export const TEMPLATES: RecordKind = {
  one: 'template',
  many: 'templates',
  operations: {
    list: 'listTemplates',
    create: 'createTemplate',
    read: 'readTemplate',
    update: 'updateTemplate',
    remove: 'deleteTemplate',
  },
  clauses: {
    create: 'templates.create',
    read: 'templates.read',
    update: 'templates.update',
    delete: 'templates.delete',
    outputOnly: 'templates.output-only',
    invalid: 'templates.invalid',
    unknown: 'templates.unknown',
  },
  inputFields: fieldsOf('resources/template-input'),
  outputOnly: fieldsBeyond('resources/template', 'resources/template-input'),
  common: null,
  mark: 'name',
  input: async (session) => ({ ...(await templateInput(session)) }),
  all: (session) =>
    session.inventory.templates() as Promise<Collection<object>> as Promise<Collection<Shown>>,
  searchTexts: () => [],
}

export const CUSTOMERS: RecordKind = {
  one: 'customer',
  many: 'customers',
  operations: {
    list: 'listCustomers',
    create: 'createCustomer',
    read: 'readCustomer',
    update: 'updateCustomer',
    remove: 'deleteCustomer',
  },
  clauses: {
    create: 'customers.create',
    read: 'customers.read',
    update: 'customers.update',
    delete: 'customers.delete',
    outputOnly: 'customers.output-only',
    invalid: 'customers.invalid',
    unknown: 'customers.unknown',
  },
  inputFields: fieldsOf('resources/customer-input'),
  outputOnly: fieldsBeyond('resources/customer', 'resources/customer-input'),
  common: 'first_name',
  mark: 'last_name',
  input: async (session) => ({ ...customerInput(session) }),
  all: (session) =>
    session.inventory.customers() as Promise<Collection<object>> as Promise<Collection<Shown>>,
  searchTexts: ({ email, last_name, tax_number }) => [email, last_name, tax_number].filter(isSearchable),
}
