import { CLAUSES, type ClauseId } from '../../schemas/clauses.ts'
import { OPERATIONS, type OperationId } from '../../schemas/operations.ts'
import type { Seen, SeenWhy } from '../../schemas/types.ts'
import type { Entry } from '../journal/entry.ts'
import { headersOf } from '../journal/seen.ts'
import { nearKey, type Owner } from './near-key.ts'

/** What the answer to a request comes from; undefined where the contract does not say it, as it was forced, or all went well. */
export function whyOf(entry: Entry, seen: Seen, owners: readonly Owner[]): SeenWhy | undefined {
  const headers = headersOf(entry)
  if (entry.fault !== null || headers['x-mock-answer'] !== undefined) return undefined
  const key = headers['x-auth-token'] ?? ''
  const clause = key === '' && seen.answer.outcome === 'unauthorized' ? 'auth.key-required' : clauseOf(seen)
  if (!clause) return undefined
  const near = clause === 'auth.key-unknown' ? nearKey(key, owners) : undefined
  return { clause, says: CLAUSES[clause].says, ...(near !== undefined && { near_key: near }) }
}

function clauseOf(seen: Seen): ClauseId | undefined {
  const { outcome } = seen.answer
  if (outcome === 'existing')
    return fieldOf(seen, 'draft') === true ? 'create.returns-existing-draft' : 'create.returns-existing'
  if (outcome === 'not-found') return clauseOfUnknown(seen)
  if (outcome === 'unprocessable') return clauseOfField(seen)
  return BY_OUTCOME[outcome]
}

const BY_OUTCOME: { readonly [outcome in Seen['answer']['outcome']]?: ClauseId } = {
  unauthorized: 'auth.key-unknown',
  forbidden: 'auth.free-plan',
  'rate-limited': 'rate.every-operation',
  conflict: 'bulk.conflict',
  'invalid-link': 'pdf.signed',
}

/** A thing that is not there: the one in the path, or the template that is to be used. */
function clauseOfUnknown({ operation, questions }: Seen): ClauseId | undefined {
  if (operation === null || !isOperation(operation)) return undefined
  return questions.includes('template.unknown') ? TEMPLATE_UNKNOWN[operation] : UNKNOWN[operation]
}

const isOperation = (name: string): name is OperationId => Object.hasOwn(OPERATIONS, name)

const UNKNOWN: { readonly [operation in OperationId]?: ClauseId } = {
  readInvoice: 'read.unknown',
  readInvoicePdf: 'pdf.unknown',
  regenerateInvoice: 'regenerate.unknown',
  sendInvoiceEmail: 'email.unknown',
  readTemplate: 'templates.unknown',
  updateTemplate: 'templates.unknown',
  deleteTemplate: 'templates.unknown',
  readCustomer: 'customers.unknown',
  updateCustomer: 'customers.unknown',
  deleteCustomer: 'customers.unknown',
}

const TEMPLATE_UNKNOWN: { readonly [operation in OperationId]?: ClauseId } = {
  createInvoice: 'create.template-unknown',
  readInvoicePdf: 'pdf.template-unknown',
  regenerateInvoice: 'regenerate.template-unknown',
  sendInvoiceEmail: 'email.template-unknown',
}

/** The clause about the first of its fields that the answer names. */
function clauseOfField(seen: Seen): ClauseId | undefined {
  const { operation } = seen
  if (operation === null || !isOperation(operation)) return undefined
  const [, clause] = FIELDS[operation]?.find(([field]) => names(seen, field)) ?? []
  if (clause) return typeof clause === 'function' ? clause(seen) : clause
  const [record, invalid] = INVALID[operation] ?? []
  return record !== undefined && isInvalid(seen, record) ? invalid : undefined
}

/** However its errors are arranged (question errors.structure). */
const names = ({ answer }: Seen, field: string) =>
  new RegExp(String.raw`\b${field}\b`).test(JSON.stringify(answer.body ?? ''))

/** What of the fields of a record is wrong, one clause says, but not of all that may be. */
const INVALID: { readonly [operation in OperationId]?: readonly [record: string, clause: ClauseId] } = {
  createTemplate: ['template', 'templates.invalid'],
  updateTemplate: ['template', 'templates.invalid'],
  createCustomer: ['customer', 'customers.invalid'],
  updateCustomer: ['customer', 'customers.invalid'],
  updateSettings: ['settings', 'settings.invalid'],
}

/** Texts that must be one of a set. */
const OF_A_SET = ['template_type', 'payment_reminder_when']

/** There is no record, or a field that the answer names is an object, or a text that is none of its set. */
function isInvalid(seen: Seen, name: string): boolean {
  const record = fieldOf(seen, name)
  if (typeof record !== 'object' || record === null) return true
  return Object.entries(record).some(
    ([field, value]) =>
      names(seen, field) && (typeof value === 'object' ? value !== null : OF_A_SET.includes(field)),
  )
}

type Field = readonly [name: string, clause: ClauseId | ((seen: Seen) => ClauseId | undefined)]

const PAGING: readonly Field[] = [
  ['per_page', 'list.out-of-range'],
  ['page', 'list.out-of-range'],
]

/** A template_id that is one, and nobody's; for what is none at all there may be another clause. */
const template = (unknown: ClauseId, none?: ClauseId): Field => [
  'template_id',
  (seen) => {
    const id = fieldOf(seen, 'template_id')
    return Number.isInteger(id) ? unknown : isOpen(id) ? undefined : none
  },
]

/** A flag that is no value at all; of others it is open what is taken for true. */
const flag = (name: string): Field => [
  name,
  (seen) => (typeof fieldOf(seen, name) === 'object' ? 'create.flag-type' : undefined),
]

const FIELDS: { readonly [operation in OperationId]?: readonly Field[] } = {
  listInvoices: PAGING,
  listCustomers: PAGING,
  searchInvoices: [['q', 'search.q-required'], ...PAGING],
  createInvoice: [
    ['order_id', ofOrder],
    template('create.template-unknown', 'create.template-id-type'),
    flag('draft'),
    flag('generate_pdf'),
    flag('packing_slip'),
  ],
  bulkPdf: [['invoice_ids', ofInvoices]],
  readInvoicePdf: [template('pdf.template-unknown')],
  regenerateInvoice: [template('regenerate.template-unknown')],
  sendInvoiceEmail: [template('email.template-unknown')],
}

function ofOrder(seen: Seen): ClauseId | undefined {
  const id = fieldOf(seen, 'order_id')
  if (id == null) return 'create.order-id-required'
  if (isOpen(id)) return undefined
  return Number.isInteger(id) ? 'create.order-unknown' : 'create.order-id-type'
}

/** A specification's bound (§4.1). */
const MOST_IDS = 5000

/** Whether none, unknown ids, and ids in quotes are taken is open. */
function ofInvoices(seen: Seen): ClauseId | undefined {
  const ids = fieldOf(seen, 'invoice_ids')
  if (!Array.isArray(ids)) return 'bulk.ids-required'
  if (ids.length > MOST_IDS) return 'bulk.max-ids'
  return ids.every((id) => Number.isInteger(id) || isOpen(id)) ? undefined : 'bulk.ids-required'
}

/** Whether a number in quotes is read as one is open (question input.coercion). */
const isOpen = (value: unknown): boolean => typeof value === 'string' && isNumeral(value)

const isNumeral = (text: string): boolean => /^-?\d+$/.test(text)

/** A field of the body that was sent, or a parameter of the query, where numbers have no quotes. */
function fieldOf({ body, query }: Seen, name: string): unknown {
  const fields = new Map<string, unknown>(
    Object.entries(query).map(([each, value]) => [
      each,
      typeof value === 'string' && isNumeral(value) ? Number(value) : value,
    ]),
  )
  if (typeof body === 'object' && body !== null)
    for (const [each, value] of Object.entries(body)) fields.set(each, value)
  return fields.get(name)
}
