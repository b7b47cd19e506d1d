import type { StoreRecords } from './records.ts'
import type { ScenarioStore } from './scenario.ts'
import { FIRST_LARGE_ID, type NextIds, type StoreRecord, type StoreState } from './state.ts'

/** A store that has these records and no others. */
export function exactStore(store: StoreRecord, records: StoreRecords): StoreState {
  const { settings, templates = [], customers = [], orders = [], draft_orders = [], invoices = [] } = records
  return { store, settings, templates, customers, orders, draft_orders, invoices, past: records }
}

/** Ids of exact records that the mock gave, or might give. */
export function exactIds(stores: readonly ScenarioStore[]): number[] {
  return stores.flatMap(({ records }) => (records ? idsOf(records) : []))
}

function idsOf(records: StoreRecords): number[] {
  const {
    templates = [],
    customers = [],
    invoices = [],
    documents = [],
    emails = [],
    bulk_actions = [],
  } = records
  const all = [templates, customers, invoices, documents, emails, bulk_actions]
  const addresses = customers.map((customer) => customer.addresses)
  return [...all, ...addresses].flatMap((list: readonly { id: number }[]) => list.map(({ id }) => id))
}

/** Where ids are counted on: as asked, but behind those that are there. */
export function nextIds(asked: NextIds, taken: readonly number[]): NextIds {
  const behind = (least: number, below: number): number =>
    taken.reduce((next, id) => (id < below && id >= next ? id + 1 : next), least)
  const { record = 1, large_record } = asked
  const large = behind(large_record ?? FIRST_LARGE_ID, Number.POSITIVE_INFINITY)
  return {
    record: behind(record, FIRST_LARGE_ID),
    ...((large_record !== undefined || large > FIRST_LARGE_ID) && { large_record: large }),
  }
}
