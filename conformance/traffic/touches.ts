import { OPERATIONS, type OperationId } from '../../schemas/operations.ts'
import { match } from '../../schemas/match.ts'

/** What answers show of a store. */
export const RECORD_KINDS = ['invoice', 'template', 'customer', 'settings'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** What a request may change: one record, or with null any of a kind. */
export interface Touch {
  readonly kind: RecordKind
  readonly id: string | null
}

const KINDS_BY_PATH = {
  invoices: 'invoice',
  templates: 'template',
  customers: 'customer',
  settings: 'settings',
} as const

/** What the answers of an operation show: `invoice` of all below /invoices. */
export function kindShownBy(operation: OperationId): RecordKind {
  const [, root] = OPERATIONS[operation].path.split('/', 2)
  return KINDS_BY_PATH[root as keyof typeof KINDS_BY_PATH] // cast: all paths begin with one of them
}

const anyOf = (...kinds: readonly RecordKind[]) => kinds.map((kind) => ({ kind, id: null }))

/** A new invoice moves numbers on, and may file its customer (question create.files_customer). */
const BY_INVOICES = anyOf('invoice', 'customer', 'settings')

/** What the operations change that write; those that only read, and emails, are left out. */
const TOUCHES: Partial<Record<OperationId, (id: string) => readonly Touch[]>> = {
  createInvoice: () => BY_INVOICES,
  regenerateInvoice: () => BY_INVOICES,
  createTemplate: () => anyOf('template'),
  // Flags of others may move with it (question templates.exclusive).
  updateTemplate: () => anyOf('template'),
  deleteTemplate: () => anyOf('template'),
  createCustomer: () => [{ kind: 'customer', id: 'new' }],
  updateCustomer: (id) => [{ kind: 'customer', id }],
  deleteCustomer: (id) => [{ kind: 'customer', id }],
  updateSettings: () => anyOf('settings', 'invoice'),
  bulkPdf: () => [],
  sendInvoiceEmail: () => [],
}

/** What a request may change: all where it is none of the API's and does not only read. @param path below the base URL */
export function touchesOf(method: string, path: string): readonly Touch[] {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return []
  const called = match(method, path)
  const touches = called && TOUCHES[called.operation]
  return touches ? touches(decoded(called.segment)) : anyOf(...RECORD_KINDS)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Whether a refused request surely did nothing; one that timed out may have done it. */
export const isSurelyRefused = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 499
