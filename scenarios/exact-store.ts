import { COUNTED } from './record-clashes.ts'
import type { StoreRecords } from './records.ts'
import type { ScenarioStore } from './scenario.ts'
import { FIRST_LARGE_ID, type NextIds, type StoreRecord, type StoreState } from './state.ts'
import { each, type Steps } from './steps.ts'

/** A store that has these records and no others. */
export function exactStore(store: StoreRecord, records: StoreRecords): StoreState {
  const { settings, templates = [], customers = [], orders = [], draft_orders = [], invoices = [] } = records
  return { store, settings, templates, customers, orders, draft_orders, invoices, past: records }
}

/** Ids of exact records that the mock gave, or might give. */
export function* exactIds(stores: readonly ScenarioStore[]): Generator<number> {
  for (const { records } of stores) if (records) yield* idsOf(records)
}

function* idsOf(records: StoreRecords): Generator<number> {
  for (const table of COUNTED) for (const { id } of records[table] ?? []) yield id
  for (const { addresses } of records.customers ?? []) for (const { id } of addresses) yield id
}

/** Where ids are counted on: as asked, but behind those that are there. */
export function* nextIds(asked: NextIds, taken: Iterable<number>): Steps<NextIds> {
  let { record = 1, large_record: large = FIRST_LARGE_ID } = asked
  yield* each(taken, (id) => {
    if (id >= large) large = id + 1
    if (id >= record && id < FIRST_LARGE_ID) record = id + 1
  })
  const countsLarge = asked.large_record !== undefined || large > FIRST_LARGE_ID
  return { record, ...(countsLarge && { large_record: large }) }
}
