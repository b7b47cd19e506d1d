import type { Customer, Template } from '../schemas/types.ts'
import type { Client } from './client/client.ts'
import { isSuccess } from './client/exchange.ts'
import type { Session } from './session.ts'
import { records } from './store/inventory.ts'
import { OVER_MS } from './store/ledger-files.ts'
import { markedAt } from './store/marker.ts'

/** Deletes what earlier runs left behind when they were killed: by the ledger, and by the marker. */
export async function sweep(client: Client, session: Session): Promise<void> {
  if (!client.permits('deleteTemplate')) return
  await session.ledger.takeOver()
  await cleanUp(client, session)
  const templates = records<Template>(await client.call('listTemplates'), 'templates')
  const customers = records<Customer>(
    await client.call('listCustomers', { query: { search: 'ik', per_page: 250 } }),
    'customers',
  )
  for (const { id, name } of templates)
    if (isLeftOver(name)) await client.call('deleteTemplate', { params: { id } })
  for (const { id, last_name } of customers) {
    if (isLeftOver(last_name)) await client.call('deleteCustomer', { params: { id } })
  }
}

function isLeftOver(text: unknown): boolean {
  const began_at = markedAt(text)
  return began_at !== null && began_at < Date.now() - OVER_MS
}

/** Undoes what the ledger holds; what cannot be undone is told in `left_behind`. */
export async function cleanUp(client: Client, { ledger }: Session): Promise<void> {
  const { templates, customers, settings } = structuredClone(ledger.entries)
  for (const id of templates) await remove(client, ledger, 'templates', id)
  for (const id of customers) await remove(client, ledger, 'customers', id)
  if (Object.keys(settings).length > 0) await restore(client, ledger, settings)
}

async function remove(
  client: Client,
  ledger: Session['ledger'],
  kind: 'templates' | 'customers',
  id: number,
): Promise<void> {
  const operation = kind === 'templates' ? 'deleteTemplate' : 'deleteCustomer'
  try {
    await client.call(operation, { params: { id } })
    ledger.deleted(kind, id)
  } catch (error) {
    ledger.left_behind.push(`${kind} ${id}: ${(error as Error).message}`)
  }
}

async function restore(
  client: Client,
  ledger: Session['ledger'],
  settings: { [field: string]: unknown },
): Promise<void> {
  try {
    const answer = await client.call('updateSettings', { body: { settings } })
    if (isSuccess(answer)) return ledger.restored()
    ledger.left_behind.push(
      `settings ${Object.keys(settings).join(', ')}: putting them back answered ${answer.response.status}`,
    )
  } catch (error) {
    ledger.left_behind.push(`settings ${Object.keys(settings).join(', ')}: ${(error as Error).message}`)
  }
}
