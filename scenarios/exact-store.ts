import { COUNTED } from './record-clashes.ts'
import type { StoreRecords } from './records.ts'
import type { ScenarioStore } from './scenario.ts'
import { FIRST_LARGE_ID, type NextIds, type StoreRecord, type StoreState } from './state.ts'

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
export function nextIds(asked: NextIds, taken: Iterable<number>): NextIds {
  const behind = (least: number, below: number): number => {
    let next = least
    for (const id of taken) if (id < below && id >= next) next = id + 1
    return next
  }
  const { record = 1, large_record } = asked
  const large = behind(large_record ?? FIRST_LARGE_ID, Number.POSITIVE_INFINITY)
  return {
    record: behind(record, FIRST_LARGE_ID),
    ...((large_record !== undefined || large > FIRST_LARGE_ID) && { large_record: large }),
  }
}
