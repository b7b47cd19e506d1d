import type { Customer, Template } from '../../schemas/types.ts'
import type { Client, Lost } from '../client/client.ts'
import { isObject, isSuccess, member, type Exchange } from '../client/exchange.ts'
import { parsedJson } from '../client/json.ts'
import type { Session } from '../session.ts'
import { walk } from './inventory.ts'

/** Notes a write whose answer did not come: an invoice that it may have made stays. */
export function noteLost({ lost, ledger, target }: Session, write: Lost): void {
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
  const input = exchange.input ?? parsedJson(request.body ?? '')
  if (response.status >= 500 || (isSuccess(exchange) && !isTold)) lost.push({ operation, input })
}

/** What the listing shows of the records that lost creations made, and how many were sent that it does not show. */
export async function lostRecords(
  client: Client,
  { lost, marker }: Session,
  kind: 'templates' | 'customers',
): Promise<{ ids: number[]; unseen: number }> {
  const operation = kind === 'templates' ? 'createTemplate' : 'createCustomer'
  const inputs = lost
    .filter((write) => write.operation === operation)
    .map(({ input }) => marked(input, marker))
  if (inputs.length === 0) return { ids: [], unseen: 0 }
  const listing = kind === 'templates' ? 'listTemplates' : 'listCustomers'
  const { items } = await walk<Template | Customer>(client, listing, kind)
  const marks = new Set(inputs.flat())
  const found = items.filter((item) => marked(item, marker).some((text) => marks.has(text)))
  const shown = new Set(found.flatMap((item) => marked(item, marker)))
  return {
    ids: found.map(({ id }) => id),
    unseen: inputs.filter((texts) => !texts.some((text) => shown.has(text))).length,
  }
}

/** The texts within that carry the marker, as a server that trims and lowers case keeps them. */
function marked(value: unknown, marker: string): string[] {
  if (isObject(value)) return Object.values(value).flatMap((inner) => marked(inner, marker))
  return typeof value === 'string' && value.includes(marker) ? [value.trim().toLowerCase()] : []
}
