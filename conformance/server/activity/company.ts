import type { Exchange } from '../client/exchange.ts'
import type { Session } from '../session.ts'
import { records } from '../store/inventory.ts'
import { OVER_MS } from '../store/ledger-files.ts'
import { otherRunOf } from '../store/marker.ts'

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
