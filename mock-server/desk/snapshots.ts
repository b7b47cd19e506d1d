import { didYouMean } from '../../schemas/nearest.ts'
import type { Snapshot } from '../../schemas/types.ts'
import type { StoreRecord } from '../../scenarios/state.ts'
import { resumed } from '../clock.ts'
import { metaTable, newSecret, read } from '../content.ts'
import type { CopyChange } from '../db/change.ts'
import type { Copy, StoreContent } from '../db/copies.ts'
import type { Key } from '../db/key.ts'
import type { Mock } from '../mock.ts'
import { resumeOwnClock } from '../store/own.ts'
import { saveWindow } from '../store/rate-window.ts'
import type { Counters } from '../store/counters.ts'
import { AdminError } from './admin-error.ts'
import { storeNamed } from './store-named.ts'

/** Snapshots that are kept at most, and records in all of them: each costs some 50 bytes, and what it alone still has. */
const MOST_SNAPSHOTS = 100
const MOST_RECORDS = 1_000_000

/** What is kept beside the documents of a snapshot. */
interface About {
  /** On the mock's clock. */
  taken_at: string
  /** On the machine's, in milliseconds since 1970: how long clocks are to be taken to have stood still. */
  machine_ms: number
  /** The one store that it is of. */
  store: StoreRecord | null
  counters: Counters
}

// What is kept about a copy is written nowhere but here.
const aboutOf = ({ about }: Copy): About => about as About

function shown(name: string, copy: Copy): Snapshot {
  const { taken_at, store } = aboutOf(copy)
  return { name, store: store?.name ?? null, taken_at, records: copy.size }
}

/** The snapshots that there are, the oldest first. */
export const snapshots = (mock: Mock): Snapshot[] =>
  [...mock.db.copies].map(([name, copy]) => shown(name, copy))

/**
 * Keeps everything, or one store, as it is now, in the place of a snapshot of that name. Documents are shared, so it
 * takes as long as counting them.
 * @throws AdminError where the name is none, there is no such store, or no room for more
 */
export async function snapshot(
  mock: Mock,
  name: string,
  { store }: { store?: string | undefined } = {},
): Promise<Snapshot> {
  checkName(name)
  await mock.changeCopies((change) => {
    const record = store === undefined ? null : storeNamed(mock, store).record
    for (const each of mock.stores.opened)
      if (store === undefined || each.record.name === store) saveWindow(each)
    expectRoom(mock, name, mock.db.sizeOf(record?.id ?? null))
    const about: About = {
      taken_at: new Date(mock.clock.now()).toISOString(),
      machine_ms: Date.now(),
      store: record,
      counters: mock.stores.counters,
    }
    change({ keep: name, store: record?.id ?? null, about })
  })
  return shown(name, named(mock, name))
}

/**
 * Puts back what a snapshot holds; it stays, to be restored again. One of everything puts back stores, clock, dialect,
 * faults and the next ids, and URLs of documents that were handed out before lead nowhere any more. One of a store puts back
 * that store alone: ids are counted on, and the URLs of its documents lead to them again.
 * @throws AdminError 404, or 409 where a store cannot stand beside those that there are now
 */
export async function restore(mock: Mock, name: string): Promise<Snapshot> {
  await mock.changeCopies((change) => {
    const copy = named(mock, name)
    const { store } = aboutOf(copy)
    if (store === null) restoreAll(mock, name, copy, change)
    else restoreStore(mock, name, copy, store, change)
  })
  const restored = shown(name, named(mock, name))
  mock.events.emit('state', { change: 'restore', snapshot: name, store: restored.store })
  return restored
}

/** Forgets a snapshot. @throws AdminError 404 */
export const dropSnapshot = (mock: Mock, name: string): Promise<void> =>
  mock.changeCopies((change) => {
    named(mock, name)
    change({ forget: name })
  })

function named(mock: Mock, name: string): Copy {
  const copy = mock.db.copies.get(name)
  if (copy) return copy
  throw new AdminError(404, `There is no snapshot "${name}"; ${didYouMean(name, [...mock.db.copies.keys()])}`)
}

function checkName(name: string): void {
  // oxlint-disable-next-line no-control-regex -- a name is printed in lists
  if (/^[^\0-\x1f\x7f]{1,100}$/u.test(name)) return
  throw new AdminError(
    422,
    'The name of a snapshot must have 1 to 100 characters, and no control characters.',
    {
      name: ['must have 1 to 100 characters'],
    },
  )
}

function expectRoom({ db }: Mock, name: string, records: number): void {
  const others = [...db.copies].filter(([other]) => other !== name)
  const kept = others.reduce((sum, [, { size }]) => sum + size, 0)
  const [oldest] = others
  const mend = oldest ? `drop one that is not needed any more, such as "${oldest[0]}"` : 'take one of a store'
  if (others.length >= MOST_SNAPSHOTS)
    throw new AdminError(409, `${MOST_SNAPSHOTS} snapshots are kept at most: ${mend}.`)
  if (kept + records > MOST_RECORDS)
    throw new AdminError(
      409,
      `Snapshots hold ${MOST_RECORDS} records at most; there are ${kept} in them, and this one has ${records}: ${mend}.`,
    )
}

type ChangeCopies = (change: CopyChange) => void

function restoreAll(mock: Mock, name: string, copy: Copy, change: ChangeCopies): void {
  const { db } = mock
  const ago = Date.now() - aboutOf(copy).machine_ms
  change({ bring: name, as: null })
  // Ids begin again where they were: what is handed out from now on is of other documents.
  metaTable(db)
    .set('clock', resumed(read(db, 'clock'), ago))
    .set('secret', newSecret())
  mock.reread()
  for (const { id } of mock.stores.records()) resumeOwnClock(db, id, ago)
}

function restoreStore(mock: Mock, name: string, copy: Copy, record: StoreRecord, change: ChangeCopies): void {
  const { db, stores } = mock
  const { machine_ms, counters } = aboutOf(copy)
  const now = stores.byName(record.name)?.record
  expectFree(mock, copy, record, now?.id)
  const id = stores.placeFor(record)
  change({ bring: name, as: id })
  resumeOwnClock(db, id, Date.now() - machine_ms)
  stores.raiseCounters(counters)
  stores.putBack({ ...record, id })
}

/** Tables whose ids are counted over all stores; those of orders are the platform's. */
const COUNTED = ['templates', 'customers', 'invoices', 'documents', 'emails', 'bulk_actions']

/** Neither the key of the store nor the id of one of its records may be another's. */
function expectFree(mock: Mock, copy: Copy, record: StoreRecord, own: number | undefined): void {
  const tables = copy.content.get(record.id) ?? new Map()
  for (const { id, name, api_key } of mock.stores.records()) {
    if (id === own) continue
    if (api_key === record.api_key) throw taken(record, `its key is now that of "${name}"`)
    const both = idInBoth(mock, tables, id)
    if (both !== undefined) throw taken(record, `"${name}" has records with its ids now, such as ${both}`)
  }
}

function idInBoth({ db }: Mock, tables: StoreContent, store: number): Key | undefined {
  for (const table of COUNTED) {
    const theirs = db.table(store, table)
    for (const id of tables.get(table)?.keys() ?? []) if (theirs.has(id)) return id
  }
  return undefined
}

const taken = ({ name }: StoreRecord, why: string): AdminError =>
  new AdminError(
    409,
    `The store "${name}" cannot be put back beside the others: ${why}. Drop that store, or restore a snapshot of everything.`,
  )
