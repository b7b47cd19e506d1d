import type { Customer, Template } from '../../schemas/types.ts'
import type { Client, Lost } from '../client/client.ts'
import { isObject, isSuccess, member, type Exchange } from '../client/exchange.ts'
import type { Session } from '../session.ts'
import { walk } from './inventory.ts'

/** Notes a write whose answer did not come: an invoice that it may have made stays. */
export function noteLost({ lost, ledger }: Session, write: Lost): void {
  if (write.operation !== 'createInvoice') lost.push(write)
  else
    ledger.left_behind.push(`perhaps an invoice of ${JSON.stringify(write.input)}: no answer could be read`)
}

/** Notes a creation whose answer does not tell what it made. */
export function noteUntold({ lost }: Session, exchange: Exchange): void {
  const { operation, input, response } = exchange
  if (operation !== 'createTemplate' && operation !== 'createCustomer') return
  const record = member(exchange, operation === 'createTemplate' ? 'template' : 'customer')
  const isTold = isObject(record) && typeof record['id'] === 'number'
  if (response.status >= 500 || (isSuccess(exchange) && !isTold)) lost.push({ operation, input })
}

/** Ids of the records that lost creations made, as far as a listing shows what was sent: it carries the run's marker. */
export async function lostRecords(
  client: Client,
  { lost, marker }: Session,
  kind: 'templates' | 'customers',
): Promise<number[]> {
  const operation = kind === 'templates' ? 'createTemplate' : 'createCustomer'
  const marks = new Set(
    lost.filter((write) => write.operation === operation).flatMap(({ input }) => marked(input, marker)),
  )
  if (marks.size === 0) return []
  const listing = kind === 'templates' ? 'listTemplates' : 'listCustomers'
  const { items } = await walk<Template | Customer>(client, listing, kind)
  return items.filter((item) => marked(item, marker).some((text) => marks.has(text))).map(({ id }) => id)
}

/** The texts within that carry the marker, as a server that trims and lowers case keeps them. */
function marked(value: unknown, marker: string): string[] {
  if (isObject(value)) return Object.values(value).flatMap((inner) => marked(inner, marker))
  return typeof value === 'string' && value.includes(marker) ? [value.trim().toLowerCase()] : []
}
