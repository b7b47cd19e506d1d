import { Stopped, Unreachable } from '../client/client.ts'
import type { Exchange } from '../client/exchange.ts'
import { instantOf } from '../instants.ts'
import type { Session } from '../session.ts'
import { records } from '../store/inventory.ts'
import { lastSeen } from './last-seen.ts'
import { showStrangeText } from './strange-texts.ts'
import { invoiceIn } from './new-invoices.ts'
import { OVER_MS } from '../store/ledger-files.ts'
import { isMarked, markedAt, otherRunOf } from '../store/marker.ts'

const PAUSE_MS = 250

/** Waits until no other run from this folder works on what the store has once. */
export async function awaitTurn({ client, ledger }: Session, tellWaiting: () => void): Promise<void> {
  for (let told = false; !(await ledger.takeTurn()); told = true) {
    if (!told) tellWaiting()
    await client.pause(PAUSE_MS)
  }
}

const LISTS: { [operation: string]: string | undefined } = {
  listTemplates: 'templates',
  listCustomers: 'customers',
}

/** Whether a list shows what another run made that may be at work. */
export function showsOtherRun({ marker }: Session, exchange: Exchange): boolean {
  const name = LISTS[exchange.operation ?? '']
  if (name === undefined || exchange.key !== 'api') return false
  const oldest = Date.now() - OVER_MS
  return records<object>(exchange, name).some((record) => (otherRunOf(record, marker) ?? 0) > oldest)
}

/** So often one looks whether something comes, and so many milliseconds lie between two looks. */
const LOOKS = 8
const LOOK_MS = 400

/**
 * Whether what was found since then may be the doing of others: those who write all the time are remembered, and somebody
 * who wrote into the settings is told by that.
 */
export async function mayBeOthers(session: Session, since: number): Promise<boolean> {
  session.hasCompany ||= await othersWrite(session)
  return session.hasCompany || showStrangeText(session, since)
}

/**
 * Whether others write to the store at this time: templates or customers that no run made come or change, and not by what
 * this run does. Where none did since the run began, nobody is waited for.
 */
async function othersWrite(session: Session): Promise<boolean> {
  try {
    const before = await strangers(session)
    if (before.size === 0) return false
    const isNew = ({ key }: Stranger) => !before.has(key)
    for (let look = 0; look < LOOKS; look++) {
      await session.client.pause(LOOK_MS)
      const came = [...(await strangers(session)).values()].filter(isNew)
      if (came.length === 0) continue
      // An update of this run's may not have been answered yet.
      await session.client.pause(LOOK_MS)
      if (came.some((one) => !isTouched(session, one))) return true
    }
    return false
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Stopped) return false
    throw error
  }
}

interface Shown {
  id?: unknown
  email?: unknown
  updated_at?: unknown
}

/** A record that is of no run, as it is now. */
interface Stranger {
  kind: 'templates' | 'customers'
  id: number
  key: string
}

/** Templates and customers that came or changed since the run began, by what tells them as they are now. */
async function strangers(session: Session): Promise<Map<string, Stranger>> {
  const { client, marker } = session
  const begun_at = markedAt(marker) ?? 0
  const templates = records<Shown>(await client.call('listTemplates'), 'templates')
  const listed = await client.call('listCustomers', { query: { per_page: 250 } })
  const invoiced = invoicedEmails(session)
  const customers = records<Shown>(listed, 'customers').filter(
    ({ email }) => folded(email) === '' || !invoiced.has(folded(email)),
  )
  const isStrange = (record: Shown) => instantOf(record.updated_at) >= begun_at && !isMarked(record)
  const strange = [
    ...templates.filter(isStrange).map(strangerOf('templates', withoutChoice)),
    ...customers.filter(isStrange).map(strangerOf('customers', ({ updated_at }) => String(updated_at))),
  ].filter((one) => !isTouched(session, one))
  return new Map(strange.map((one) => [one.key, one]))
}

const strangerOf =
  (kind: Stranger['kind'], told: (record: Shown) => string) =>
  (record: Shown): Stranger => ({
    kind,
    id: Number(record.id),
    key: `${kind} ${String(record.id)} ${told(record)}`,
  })

/** This run itself chooses other templates and puts the choice back, which shows in whichever are there. */
const withoutChoice = (record: Shown): string =>
  JSON.stringify(record, (field, value: unknown) =>
    field === 'updated_at' || field.startsWith('pre_selected_') ? undefined : value,
  )

/** A platform may file the customers of orders that this run invoices or edits. */
function invoicedEmails(session: Session): ReadonlySet<unknown> {
  const shown = [...session.orderOf.keys()].map((slug) => lastSeen(session).invoices.get(slug))
  return new Set(shown.map((exchange) => folded(exchange && invoiceIn(exchange)?.customer?.email)))
}

const folded = (email: unknown): string => String(email ?? '').toLowerCase()

/** Whether this run made or updated it. */
const isTouched = (session: Session, { kind, id }: Stranger): boolean =>
  session.ledger.hasMade(kind, id) || lastSeen(session).updated[kind].has(id)
