import type { Exchange } from '../../../mock-server/seams.ts'
import { OPERATION_IDS, OPERATIONS, type ErrorKind, type OperationId } from '../../../schemas/operations.ts'

// Operations that have something in common.

export const DETAILS = ['createInvoice', 'readInvoice', 'regenerateInvoice'] as const
/** Operations on one invoice. */
export const ON_INVOICES = ['readInvoice', 'readInvoicePdf', 'regenerateInvoice', 'sendInvoiceEmail'] as const
/** Operations that take a template_id. */
export const BY_TEMPLATE = [
  'createInvoice',
  'regenerateInvoice',
  'readInvoicePdf',
  'sendInvoiceEmail',
] as const
export const WRITES = OPERATION_IDS.filter((id) => OPERATIONS[id].method !== 'GET')
/** Writes to what a run makes and takes back: templates, customers and settings. */
export const RECORD_WRITES = [
  'createTemplate',
  'updateTemplate',
  'deleteTemplate',
  'createCustomer',
  'updateCustomer',
  'deleteCustomer',
  'updateSettings',
] as const satisfies readonly OperationId[]
export const LISTS = ['listInvoices', 'searchInvoices'] as const

export type OneOrMore<T> = T | readonly T[]
/** One or several, as several. */
export const listed = <T extends string>(values: OneOrMore<T>): readonly T[] =>
  typeof values === 'string' ? [values] : values

/** The operations that may answer an error of the kind. */
export const refusingWith = (kind: ErrorKind): OperationId[] =>
  OPERATION_IDS.filter((id) => OPERATIONS[id].errors.some((one) => one === kind))

/** Whether a request is for one of the operations. */
export const isFor = ({ operation }: Exchange, operations: OneOrMore<OperationId>): boolean =>
  listed(operations).some((id) => id === operation)
