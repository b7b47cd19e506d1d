import { plural } from '../../schemas/printing/plain-text.ts'
import { messageOf } from '../../schemas/thrown.ts'
import type { Customer, Template } from '../../schemas/types.ts'
import { atOnce } from '../judge/at-once.ts'
import { remaining, type Kind } from '../server/activity/lost-writes.ts'
import { noteSent } from '../server/activity/strange-texts.ts'
import { Stopped, type Client } from '../server/client/client.ts'
import { isSuccess, type Exchange } from '../server/client/exchange.ts'
import type { Session } from '../server/session.ts'
import { records } from '../server/store/inventory.ts'
import type { Elsewhere } from '../server/store/ledger-book.ts'
import type { LedgerEntries, OrderToRestore } from '../server/store/ledger-book.ts'
import { showsPatch } from '../server/store/former-values.ts'
import { refusalOf } from '../server/store/hook-error.ts'
import { Platform, type OrderPatch } from '../server/store/platform.ts'
import { OVER_MS } from '../server/store/ledger-files.ts'
import { markedAt } from '../server/store/marker.ts'

/** Deletes what earlier runs left behind when they were killed: by the ledger, and by the marker. */
export async function sweep(client: Client, session: Session): Promise<void> {
  if (session.target.allow.size === 0) return
  await session.ledger.takeOver()
  noteSent(session, session.ledger.entries)
  await undo(client, session)
  if (!client.permits('deleteTemplate')) return
  const templates = records<Template>(await client.call('listTemplates'), 'templates')
  const customers = records<Customer>(
    await client.call('listCustomers', { query: { search: 'ik', per_page: 250 } }),
    'customers',
  )
  for (const { id, name } of templates)
    if (isLeftOver(name, session)) await client.call('deleteTemplate', { params: { id } })
  for (const { id, last_name } of customers) {
    if (isLeftOver(last_name, session)) await client.call('deleteCustomer', { params: { id } })
  }
}

/** True for a record of a run that is over: one whose ledger was taken over, or one of hours ago. */
function isLeftOver(text: unknown, { ledger }: Session): boolean {
  if (ledger.entries.markers.some((marker) => String(text).includes(marker))) return true
  const began_at = markedAt(text)
  return began_at !== null && began_at < Date.now() - OVER_MS
}

/** Undoes what the ledger holds and what lost writes made; what cannot be undone is told in `left_behind`. */
export async function cleanUp(client: Client, session: Session): Promise<void> {
  await undo(client, session)
  session.ledger.left_behind.push(...waiting(session))
  // The settings show how far the counter of invoice numbers moved.
  if (client.permits('createInvoice')) await client.call('readSettings')
  await atOnce([...session.ledger.elsewhere], (record) => removeElsewhere(client, session, record))
  if (!client.permits('createTemplate')) return
  await Promise.all(KINDS.map((kind) => takeBackLost(client, session, kind)))
}

const KINDS = ['templates', 'customers'] as const

/** Names the leftovers of earlier runs that this one has no permission to undo. */
function waiting({ ledger: { entries }, target: { allow } }: Session): string[] {
  const made = entries.templates.length + entries.customers.length
  const orders = Object.keys(entries.orders).length
  return [
    ...(made > 0 && !allow.has('writes')
      ? [`${plural(made, 'record')} of an earlier run: needs --allow writes`]
      : []),
    ...(orders > 0 && !allow.has('orders')
      ? [`${plural(orders, 'order')} edited by an earlier run: needs --allow orders`]
      : []),
  ]
}

async function undo(client: Client, session: Session): Promise<void> {
  const { templates, customers, settings, other_settings, orders } = structuredClone(session.ledger.entries)
  if (session.target.allow.has('orders')) await restoreOrders(client, session, orders)
  if (!client.permits('deleteTemplate')) return
  if (Object.keys(other_settings).length > 0) await restoreOther(client, session, other_settings)
  await atOnce(templates, (id) => remove(client, session, 'templates', id))
  await atOnce(customers, (id) => remove(client, session, 'customers', id))
  if (Object.keys(settings).length > 0) await restore(client, session, settings)
}

/** Deletes what lost creations made. Others that carry the marker may be a stranger's that the server mixed up with ours. */
async function takeBackLost(client: Client, session: Session, kind: Kind): Promise<void> {
  await telling(session, `${kind} of ours (look for ${session.marker})`, async () => {
    const { others, unseen } = await removeLost(client, session, kind)
    if (others > 0) return `${others} are still there, though the server says that they are deleted`
    return unseen.length > 0 ? `perhaps ${unseen.length}, whose creation had no readable answer` : null
  })
}

/** A creation that was given up may reach the server after the first look. */
async function removeLost(client: Client, session: Session, kind: Kind) {
  const removeAll = (ids: readonly number[]) => atOnce(ids, (id) => remove(client, session, kind, id))
  const first = await remaining(client, session, kind)
  await removeAll(first.lost)
  if (first.unseen.length === 0) return first
  await client.pause(Math.min(LATE_MS, session.target.patience_ms / 2))
  const { lost, others, unseen } = await remaining(client, session, kind)
  await removeAll(lost.filter((id) => !first.lost.includes(id)))
  return { others, unseen: unseen.filter((write) => first.unseen.includes(write)) }
}
const LATE_MS = 1000

async function remove(client: Client, session: Session, kind: Kind, id: number): Promise<void> {
  await telling(session, `${kind} ${id}`, async () => {
    const answer = await client.call(DELETIONS[kind], { params: { id } })
    if (!isGone(answer, session)) return `deleting answered ${answer.response.status}`
    session.ledger.deleted(kind, id)
    return null
  })
}

const DELETIONS = { templates: 'deleteTemplate', customers: 'deleteCustomer' } as const

async function removeElsewhere(client: Client, session: Session, record: Elsewhere): Promise<void> {
  const { key, kind, id } = record
  await telling(session, `${kind} ${id} of the store of ${key}_api_key`, async () => {
    const answer = await client.call(DELETIONS[kind], { params: { id }, key })
    if (!isGone(answer, session)) return `deleting answered ${answer.response.status}`
    session.ledger.deletedElsewhere(record)
    return null
  })
}

/** Deleted now, or before: what is refused otherwise is still there. */
const isGone = (answer: Exchange, { kinds }: Session) =>
  isSuccess(answer) || kinds.is('not-found', answer) || [404, 410].includes(answer.response.status)

async function restoreOrders(
  client: Client,
  session: Session,
  orders: LedgerEntries['orders'],
): Promise<void> {
  const platform = new Platform(client, { ledger: null, personal: session.personal })
  await atOnce(Object.entries(orders), ([name, order]) =>
    telling(session, `${name} was edited`, () => restoreOrder(platform, session, name, order)),
  )
}

/** Returns why an order could not be restored, with its former values; null where it is as it was. */
async function restoreOrder(
  platform: Platform,
  { ledger, client }: Session,
  name: string,
  { order_id, draft, patch }: OrderToRestore,
): Promise<string | null> {
  const former = `its former values: ${JSON.stringify(patch)}`
  let shown: OrderPatch | null = null
  const refusal = await refusalOf(async () => (shown = await platform.edit(order_id, draft, patch)))
  if (refusal) return `${refusal.message}; ${former}`
  const isRestored = shown === null || showsPatch(shown, patch)
  if (isRestored) {
    ledger.settledOrder(name)
    client.guard.effects.orderRestored()
  }
  return isRestored ? null : `the platform did not restore all; ${former}`
}

async function restoreOther(
  client: Client,
  session: Session,
  settings: { [field: string]: unknown },
): Promise<void> {
  await telling(session, `settings ${Object.keys(settings).join(', ')} of the other store`, async () => {
    const answer = await client.call('updateSettings', { body: { settings }, key: 'other_store' })
    if (!isSuccess(answer)) return `putting them back answered ${answer.response.status}`
    session.ledger.restoredOther()
    return null
  })
}

async function restore(
  client: Client,
  session: Session,
  settings: { [field: string]: unknown },
): Promise<void> {
  await telling(session, `settings ${Object.keys(settings).join(', ')}`, async () => {
    const answer = await client.call('updateSettings', { body: { settings } })
    if (!isSuccess(answer)) return `putting them back answered ${answer.response.status}`
    session.ledger.restored()
    return null
  })
}

/** Tells what could not be undone, and why: what `work` answers, or throws. */
async function telling({ ledger }: Session, what: string, work: () => Promise<string | null>): Promise<void> {
  const why = await work().catch((error: unknown) =>
    error instanceof Stopped ? 'the time for cleaning up ended' : messageOf(error),
  )
  if (why !== null) ledger.left_behind.push(`${what}: ${why}`)
}
