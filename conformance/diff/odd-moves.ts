import type { OperationId } from '../../schemas/operations.ts'
import { CUSTOMERS, TEMPLATES, type Kind } from '../clauses/model/kinds.ts'
import type { Call } from '../server/client/call.ts'
import { UNLIKELY_ID } from '../server/unlikely-id.ts'
import type { Move, Subject } from './move.ts'
import { creation } from './record-moves.ts'

const SLUG = '00000000-0000-4000-8000-000000000000'
const params = { slug: SLUG, id: UNLIKELY_ID }

type Row = readonly [operation: OperationId, call: Call, ...about: Subject[]]

/** Requests that the contract refuses, or of which it leaves open what they come to. They need nothing that was made. */
const ALONE: readonly Row[] = [
  ['listInvoices', { key: 'none' }, 'auth.key-required'],
  ['readSettings', { key: 'bad', token: 'no-such-key' }, 'auth.key-unknown'],
  ['createTemplate', { key: 'none', body: { template: {} } }, 'auth.unauthorized-no-effect'],
  ['listInvoices', { query: { per_page: 1 } }, 'list.meta-echo'],
  ['listInvoices', { query: { page: 1_000_000 } }, 'list.beyond-last-page'],
  ['listInvoices', { query: { page: 0 } }, 'list.out-of-range', 'pagination.out_of_range'],
  ['listInvoices', { query: { per_page: 251 } }, 'list.out-of-range', 'pagination.out_of_range'],
  ['listInvoices', { query: { per_page: 'abc' } }, 'list.out-of-range', 'pagination.out_of_range'],
  ['listCustomers', { query: { page: -1 } }, 'pagination.out_of_range'],
  ['searchInvoices', { query: { q: 'a', per_page: 0 } }, 'pagination.search_out_of_range'],
  ['listInvoices', { query: { invoice_type: 'nonsense' } }, 'filters.unknown_value'],
  ['listInvoices', { query: { created_at_min: 'yesterday' } }, 'filters.unknown_value'],
  ['listInvoices', { query: { created_at_max: '2026-02-30' } }, 'filters.unknown_value'],
  ['searchInvoices', {}, 'search.q-required'],
  ['searchInvoices', { query: { q: '' } }, 'search.empty_q'],
  ['searchInvoices', { query: { q: 'nobody-has-this-text' } }, 'search.no-match'],
  ['readInvoice', { params }, 'read.unknown'],
  ['readInvoice', { params: { slug: 'no-slug' } }, 'read.unknown'],
  ['readInvoicePdf', { params }, 'pdf.unknown'],
  ['regenerateInvoice', { params, body: {} }, 'regenerate.unknown'],
  ['sendInvoiceEmail', { params, body: {} }, 'email.unknown'],
  ['createInvoice', { body: {} }, 'create.order-id-required'],
  ['createInvoice', { body: { order_id: null } }, 'create.order-id-type', 'input.coercion'],
  ['createInvoice', { body: { order_id: 'abc' } }, 'create.order-id-type'],
  ['createInvoice', { body: { order_id: UNLIKELY_ID } }, 'create.order-unknown'],
  ['createInvoice', { body: { order_id: String(UNLIKELY_ID) } }, 'input.coercion'],
  ['bulkPdf', { body: {} }, 'bulk.ids-required'],
  ['bulkPdf', { body: { invoice_ids: [] } }, 'bulk.empty'],
  ['bulkPdf', { body: { invoice_ids: ['abc'] } }, 'bulk.ids-required'],
  ...[TEMPLATES, CUSTOMERS].flatMap(
    ({ one, operations: { create, read, update, ...others }, clauses }): Row[] => [
      [read, { params }, clauses.unknown],
      [read, { params: { id: 'abc' } }, 'errors.non_integer_id'],
      [read, { params: { id: 0 } }, clauses.unknown],
      [update, { params, body: { [one]: {} } }, clauses.unknown],
      [others.delete, { params }, clauses.unknown],
      [create, { body: {} }, clauses.invalid],
      [create, { body: { [one]: null } }, clauses.invalid, 'input.coercion'],
      [create, { raw_body: `{"${one}": ` }, 'errors.malformed_json'],
    ],
  ),
  ['createTemplate', { body: { template: {} } }, 'templates.required'],
  ['createTemplate', { body: { template: { name: 7 } } }, 'templates.invalid', 'input.coercion'],
  ['createTemplate', { body: { template: { template_type: 'poster' } } }, 'templates.invalid'],
  ['createCustomer', { body: { customer: {} } }, 'customers.required'],
  ['createCustomer', { body: { customer: { email: 'nobody' } } }, 'customers.invalid', 'input.strings'],
  ['updateSettings', { body: {} }, 'settings.invalid'],
  ['updateSettings', { body: { settings: {} } }, 'settings.empty-update'],
  ['updateSettings', { body: { settings: { business_name: 7 } } }, 'settings.invalid', 'input.coercion'],
]

const nameOf = (operation: OperationId, { params: path, query, body, raw_body, key }: Call): string => {
  const told = Object.entries({ key, ...path, ...query, body: raw_body ?? body })
  const given = told.filter(([, value]) => value !== undefined)
  return `${operation}(${given.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ')})`
}

const alone = ([operation, call, ...about]: Row): Move => ({
  name: nameOf(operation, call),
  operation,
  about,
  call: () => call,
})

/** An update or a read of the record that was made before it. */
const afterwards = (kind: Kind, about: readonly Subject[], fields?: object): Move => {
  const { one, many, operations } = kind
  const operation = fields ? operations.update : operations.read
  return {
    name: `${operation}(#0${fields ? `, ${JSON.stringify(fields)}` : ''})`,
    operation,
    about,
    call: (records) => {
      const [made] = records[many]
      return made ? { params: { id: made.here }, ...(fields && { body: { [one]: fields } }) } : null
    },
  }
}

const TWICE = { email: 'twice@example.com' }

/** What else a record may be sent: each after one of its own was made. */
const AFTER_CREATION: readonly (readonly [Move, Move])[] = [
  [creation(CUSTOMERS, TWICE), { ...creation(CUSTOMERS, TWICE), about: ['customers.unique_email'] }],
  [
    { ...creation(CUSTOMERS, { color: 'red' }), about: ['input.unknown_fields'] },
    afterwards(CUSTOMERS, ['input.unknown_fields']),
  ],
  [
    creation(CUSTOMERS, {}),
    afterwards(CUSTOMERS, ['customers.output-only', 'input.unknown_fields'], { id: 7, orders_count: 9 }),
  ],
  [creation(CUSTOMERS, {}), afterwards(CUSTOMERS, ['input.coercion'], { phone: 4930 })],
  [creation(TEMPLATES, {}), afterwards(TEMPLATES, ['input.coercion'], { logo_enabled: 'yes' })],
  [creation(TEMPLATES, {}), afterwards(TEMPLATES, ['input.logo_null', 'input.coercion'], { logo_url: null })],
]

/** Short sequences that end in what a random one would seldom meet: each is played once, before those. */
export const ODD_SEQUENCES: readonly (readonly Move[])[] = [
  ...ALONE.map((row) => [alone(row)]),
  ...AFTER_CREATION,
]
