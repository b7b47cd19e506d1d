import { RESOURCES } from '../../../schemas/resources.ts'
import { isObject, isSuccess, member, type Exchange } from '../client/exchange.ts'
import { perRun } from '../per-run.ts'
import type { Session } from '../session.ts'
import { invoiceIn } from './new-invoices.ts'

/** What the run was told last of what it wrote, however long ago that is. */
export interface LastSeen {
  /** The answers that showed invoices in detail last, by slug. */
  invoices: Map<string, Exchange>
  /** The slugs of invoices that were regenerated. */
  regenerated: Set<string>
  /** When the templates and customers that the run made were, as told, by id. */
  made: Record<Kind, Map<unknown, unknown>>
  /** The ids of templates and customers that the run updated. */
  updated: Record<Kind, Set<number>>
  /** Templates and customers whose deletion was answered, the first one first. */
  deleted: Record<Kind, Deleted[]>
  /** Texts that settings were updated to, such as nobody else writes by chance. */
  settings: Set<unknown>
}

type Kind = 'templates' | 'customers'

/** A record that was deleted, and when it was made: another one that got its id was made at another time. */
export interface Deleted {
  readonly id: number
  /** undefined: nobody was told. */
  readonly created_at: unknown
}

const known = perRun<'seen', LastSeen>()

export const lastSeen = (session: Session): LastSeen =>
  known(session, 'seen', () => ({
    invoices: new Map(),
    regenerated: new Set(),
    made: { templates: new Map(), customers: new Map() },
    updated: { templates: new Set(), customers: new Set() },
    deleted: { templates: [], customers: [] },
    settings: new Set(),
  }))

const DETAILS: readonly unknown[] = ['createInvoice', 'readInvoice', 'regenerateInvoice']

/** Notes what an answer tells of the judged store. */
export function noteSeen(session: Session, exchange: Exchange): void {
  if (exchange.key !== 'api' || !isSuccess(exchange)) return
  const seen = lastSeen(session)
  const { invoices, regenerated } = seen
  const { operation } = exchange
  if (operation === 'updateSettings') noteTexts(seen, session, exchange.input)
  const invoice = DETAILS.includes(operation) ? invoiceIn(exchange) : null
  if (invoice) invoices.set(invoice.slug, exchange)
  if (invoice && operation === 'regenerateInvoice') regenerated.add(invoice.slug)
  for (const { one, many, operations } of [RESOURCES.template, RESOURCES.customer])
    if (operation === operations.create) noteMade(seen.made[many], member(exchange, one))
    else if (operation === operations.update) seen.updated[many].add(Number(exchange.params['id']))
    else if (operation === operations.delete) noteDeleted(seen, many, Number(exchange.params['id']))
}

function noteMade(made: Map<unknown, unknown>, record: unknown): void {
  if (isObject(record)) made.set(record['id'], record['created_at'])
}

function noteDeleted({ made, deleted }: LastSeen, kind: Kind, id: number): void {
  deleted[kind].push({ id, created_at: made[kind].get(id) })
}

function noteTexts({ settings }: LastSeen, { ledger }: Session, input: unknown): void {
  const given = isObject(input) ? input['settings'] : null
  const own = Object.values(ledger.entries.settings)
  for (const value of isObject(given) ? Object.values(given) : [])
    if (isTelling(value) && !own.includes(value)) settings.add(value)
}

/** No word that anybody may write. */
const isTelling = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 10 && /[^A-Za-z]/.test(value)
