import type { Customer, Template } from '../../../schemas/types.ts'
import type { Client, Lost } from '../client/client.ts'
import { isObject, isSuccess, member, type Exchange } from '../client/exchange.ts'
import type { Session } from '../session.ts'
import { records, walk } from '../store/inventory.ts'
import { noteSent } from './strange-texts.ts'

/** Notes a write whose answer did not come: an invoice that it may have made stays, and settings may show what it sent. */
export function noteLost(session: Session, write: Lost): void {
  const { lost, ledger, target } = session
  noteSent(session, write.input)
  if (write.operation !== 'createInvoice') return void lost.push(write)
  const order_id = isObject(write.input) ? Number(write.input['order_id']) : Number.NaN
  if (![...target.order_ids, ...target.draft_order_ids].includes(order_id)) return
  const told = `perhaps an invoice of order ${order_id}: its creation had no readable answer`
  if (!ledger.left_behind.includes(told)) ledger.left_behind.push(told)
}

/** Notes a creation whose answer does not tell what it made. */
export function noteUntold({ lost }: Session, exchange: Exchange): void {
  const { operation, response, request } = exchange
  if (operation !== 'createTemplate' && operation !== 'createCustomer') return
  const record = member(exchange, operation === 'createTemplate' ? 'template' : 'customer')
  const isTold = isObject(record) && typeof record['id'] === 'number'
  if (response.status >= 500 || (isSuccess(exchange) && !isTold))
    lost.push({ operation, input: exchange.input, body: request.body })
}

export type Kind = 'templates' | 'customers'

/**
 * What a listing shows of our records when all that is known of them is deleted: those that lost creations made, and how
 * many others carry the run's marker; and the lost creations that it shows nothing of.
 */
export async function remaining(
  client: Client,
  { lost, marker }: Session,
  kind: Kind,
): Promise<{ lost: number[]; others: number; unseen: Lost[] }> {
  const operation = kind === 'templates' ? 'createTemplate' : 'createCustomer'
  const sent = lost
    .filter((write) => write.operation === operation)
    .map((write) => ({ write, texts: marked(write.body ?? '', marker) }))
  const shown = (await listed(client, kind, sent.length > 0 ? undefined : marker))
    .map(({ id, ...fields }) => ({ id, texts: marked(JSON.stringify(fields), marker) }))
    .filter(({ texts }) => texts.length > 0)
  const [marks, seen] = [textsOf(sent), textsOf(shown)]
  const ours = shown.filter(({ texts }) => texts.some((text) => marks.has(text)))
  return {
    lost: ours.map(({ id }) => id),
    others: shown.length - ours.length,
    unseen: sent.filter(({ texts }) => !texts.some((text) => seen.has(text))).map(({ write }) => write),
  }
}

const textsOf = (all: readonly { texts: readonly string[] }[]) => new Set(all.flatMap(({ texts }) => texts))

/** All records, or as far as a search can tell those with the marker: most of our family names are whole so, whatever it matches. */
async function listed(client: Client, kind: Kind, marker: string | undefined) {
  if (kind === 'templates') return records<Template>(await client.call('listTemplates'), kind)
  if (marker === undefined) return (await walk(client, 'listCustomers')).items
  return records<Customer>(
    await client.call('listCustomers', { query: { search: `Kit ${marker}`, per_page: 250 } }),
    kind,
  )
}

/** The texts of some JSON that carry the marker, as a server that trims and lowers case keeps them. */
const marked = (json: string, marker: string): string[] =>
  [...json.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, text = '']) => text.trim().toLowerCase())
    .filter((text) => text.includes(marker))
