import { isObject, isSuccess, type Exchange } from '../client/exchange.ts'
import { perRun } from '../per-run.ts'
import type { Session } from '../session.ts'
import { invoiceIn } from './new-invoices.ts'

/** What the run was told last of what it wrote, however long ago that is. */
export interface LastSeen {
  /** The answers that showed invoices in detail last, by slug. */
  invoices: Map<string, Exchange>
  /** Ids of templates and customers whose deletion was answered, the first one first. */
  deleted: { templates: number[]; customers: number[] }
  /** Texts that settings were updated to. */
  settings: Set<unknown>
}

const known = perRun<'seen', LastSeen>()

export const lastSeen = (session: Session): LastSeen =>
  known(session, 'seen', () => ({
    invoices: new Map(),
    deleted: { templates: [], customers: [] },
    settings: new Set(),
  }))

const DETAILS: readonly unknown[] = ['createInvoice', 'readInvoice', 'regenerateInvoice']

/** Notes what an answer tells of the judged store. */
export function noteSeen(session: Session, exchange: Exchange): void {
  if (exchange.key !== 'api' || !isSuccess(exchange)) return
  const { invoices, deleted, settings } = lastSeen(session)
  const { operation, params } = exchange
  if (operation === 'updateSettings') noteTexts(settings, exchange.input)
  const invoice = DETAILS.includes(operation) ? invoiceIn(exchange) : null
  if (invoice) invoices.set(invoice.slug, exchange)
  if (operation === 'deleteTemplate') deleted.templates.push(Number(params['id']))
  if (operation === 'deleteCustomer') deleted.customers.push(Number(params['id']))
}

function noteTexts(texts: Set<unknown>, input: unknown): void {
  const given = isObject(input) ? input['settings'] : null
  if (!isObject(given)) return
  for (const value of Object.values(given)) if (typeof value === 'string') texts.add(value)
}
