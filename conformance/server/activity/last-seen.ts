import { RESOURCES } from '../../../schemas/resources.ts'
import { isObject, isSuccess, member, type Exchange } from '../client/exchange.ts'
import { perRun } from '../per-run.ts'
import type { Session } from '../session.ts'
import { invoiceIn } from './new-invoices.ts'

/** What the run was told last of what it wrote, however long ago that is. */
export interface LastSeen {
  /** The answers that showed invoices in detail last, by slug. */
  invoices: Map<string, Exchange>
  /** The last regeneration of each invoice, and the answer that showed it last before, by slug. */
  regenerated: Map<string, { exchange: Exchange; before: Exchange | undefined }>
  /** When the templates and customers that the run made were, as told, by id. */
  made: Record<Kind, Map<unknown, unknown>>
  /** The ids of templates and customers that the run updated. */
  updated: Record<Kind, Set<number>>
  /** Templates and customers as an answer to a creation, a read or an update showed them last, by id. */
  shown: Record<Kind, Map<number, Fields>>
  /** The same as they were shown before each of their updates. */
  former: Record<Kind, Map<number, readonly Fields[]>>
  /** Templates and customers whose deletion was answered, the first one first. */
  deleted: Record<Kind, Deleted[]>
  /** Texts that settings were updated to, such as nobody else writes by chance. */
  settings: Set<unknown>
}

type Kind = 'templates' | 'customers'
type Fields = Readonly<Record<string, unknown>>

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
    regenerated: new Map(),
    made: { templates: new Map(), customers: new Map() },
    updated: { templates: new Set(), customers: new Set() },
    shown: { templates: new Map(), customers: new Map() },
    former: { templates: new Map(), customers: new Map() },
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
  if (invoice && operation === 'regenerateInvoice')
    regenerated.set(invoice.slug, { exchange, before: invoices.get(invoice.slug) })
  if (invoice) invoices.set(invoice.slug, exchange)
  for (const { one, many, operations } of [RESOURCES.template, RESOURCES.customer]) {
    noteShown(seen, many, member(exchange, one), operation === operations.update)
    if (operation === operations.create) noteMade(seen.made[many], member(exchange, one))
    else if (operation === operations.update) seen.updated[many].add(Number(exchange.params['id']))
    else if (operation === operations.delete) noteDeleted(seen, many, Number(exchange.params['id']))
  }
}

function noteShown({ shown, former }: LastSeen, kind: Kind, record: unknown, isUpdate: boolean): void {
  if (!isObject(record)) return
  const id = Number(record['id'])
  const before = shown[kind].get(id)
  if (isUpdate && before) former[kind].set(id, [...(former[kind].get(id) ?? []), before])
  shown[kind].set(id, record)
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
