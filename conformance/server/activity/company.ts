import { Stopped, Unreachable } from '../client/client.ts'
import type { Exchange } from '../client/exchange.ts'
import { instantOf } from '../instants.ts'
import type { Session } from '../session.ts'
import { records } from '../store/inventory.ts'
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
 * Whether others write to the store at this time: templates or customers that no run made come or change, while this one
 * does nothing. Where none did since the run began, nobody is waited for.
 */
export async function othersWrite(session: Session): Promise<boolean> {
  try {
    const before = await strangers(session)
    if (before.size === 0) return false
    for (let look = 0; look < LOOKS; look++) {
      await session.client.pause(LOOK_MS)
      const now = await strangers(session)
      if ([...now].some((one) => !before.has(one))) return true
    }
    return false
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Stopped) return false
    throw error
  }
}

/** Templates and customers that came or changed since the run began and are of no run, each as it last changed. */
async function strangers({ client, marker }: Session): Promise<Set<string>> {
  const begun_at = markedAt(marker) ?? 0
  const exchanges = [
    await client.call('listTemplates'),
    await client.call('listCustomers', { query: { per_page: 250 } }),
  ]
  const shown = exchanges.flatMap((exchange) =>
    records<Shown>(exchange, LISTS[exchange.operation ?? ''] ?? '').map((record) => ({
      ...record,
      key: `${exchange.operation} ${String(record.id)} ${String(record.updated_at)}`,
    })),
  )
  const strange = shown.filter((record) => instantOf(record.updated_at) >= begun_at && !isMarked(record))
  return new Set(strange.map(({ key }) => key))
}

interface Shown {
  id?: unknown
  updated_at?: unknown
}
