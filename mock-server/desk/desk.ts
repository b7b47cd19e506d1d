import type { RequestFilter } from '../../schemas/journal/requests.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import type {
  Coverage,
  Fault,
  FaultInput,
  Health,
  LoadedScenario,
  ScenarioList,
  Seen,
  ShownEmail,
  ShownStore,
  Snapshot,
  StorePatch,
  TargetFile,
} from '../../schemas/types.ts'
import type { Scenario, ScenarioStore } from '../../scenarios/scenario.ts'
import type { Mock } from '../mock.ts'
import type { BulkActionDetail } from '../rules/bulk-actions.ts'
import type { OrderKind } from '../rules/platform.ts'
import { bulkActions, finishBulk } from './bulk-actions.ts'
import { changeClock, changeStoreClock, dropStoreClock, shownClock, storeClock } from './clock.ts'
import { handOf, type ClockHand } from './clock-hand.ts'
import { clearCoverage, coverage } from './coverage.ts'
import { patchDialect, setDialect, type ToldDialect } from './dialect.ts'
import { clearEmails, emails } from './emails.ts'
import { dropFault, dropFaults, fault, faults } from './faults.ts'
import { health } from './health.ts'
import { inWords } from './in-words.ts'
import { platformOrders, type PlatformOrders } from './orders.ts'
import { clearRequests, requestOf, requests, violations, type SeenViolation } from './requests.ts'
import { load, reset, scenarios } from './scenarios.ts'
import { dropSnapshot, restore, snapshot, snapshots } from './snapshots.ts'
import { state } from './state.ts'
import { mainStore, storeNamed } from './store-named.ts'
import { addStore, dropStore, patchStore, shownStore, shownStores } from './stores.ts'
import { targetOf, type Reach } from './target.ts'

/**
 * All actions of the admin API, for the process that the mock runs in. The argument `store` is a name in `stores`. The
 * default is the first store on a paid plan, whose key is in `target`.
 * @throws Error that says what would be right, if an action is impossible
 */
export interface Desk {
  /** Stores with their keys and their orders without an invoice. Each reading returns the current state. */
  readonly stores: ShownStore[]
  /** Target file for a conformance run against this mock. Each reading returns the current state. */
  readonly target: TargetFile
  /** Current answers to the open questions. */
  readonly dialect: Dialect
  /** Clock of the mock. Stores without their own clock follow it. */
  readonly clock: ClockHand
  /** Clock that a store follows. Setting it gives the store its own clock, and `drop` removes that clock. */
  storeClock(store?: string): ClockHand & { drop(): Promise<void> }
  /** Replaces all answers to the open questions. Missing answers get their defaults. */
  setDialect(answers: Partial<Dialect>): Promise<ToldDialect>
  /** Changes the given answers to open questions. All other answers stay. */
  patchDialect(answers: Partial<Dialect>): Promise<ToldDialect>
  /** Returns one store, as in `stores`. */
  store(store?: string): ShownStore
  /** Adds a store, described as in a scenario. The mock generates missing fields. */
  addStore(described?: Partial<ScenarioStore> & Pick<StorePatch, 'clock' | 'dialect'>): Promise<ShownStore>
  /** Changes plan, key, rate limit, clock or dialect of a store. */
  patchStore(store: string, changes: StorePatch): Promise<ShownStore>
  /** Deletes a store with all its data. */
  dropStore(store: string): Promise<void>
  /** Orders of the platform behind a store. */
  orders(store?: string): PlatformOrders<'orders'>
  /** Draft orders of the platform behind a store. */
  draftOrders(store?: string): PlatformOrders<'draft_orders'>
  /** Bulk actions of a store with their progress on its clock, the oldest first. */
  bulkActions(store?: string): BulkActionDetail[]
  /** Ends the bulk action in progress. Resolves to false if there was none. */
  finishBulk(store?: string): Promise<boolean>
  /** Queued emails, the oldest first. Without `store` these are the emails of all stores. */
  emails(store?: string): ShownEmail[]
  /** Deletes the queued emails of a store, or of all stores. */
  clearEmails(store?: string): Promise<void>
  /** Parts of the contract that requests have used, and parts that no request used; for one store or for all. */
  coverage(store?: string): Coverage
  /** Resets the coverage of all stores. */
  clearCoverage(): void
  /** Received requests that match the filter, the oldest first. */
  requests(filter?: RequestFilter): Seen[]
  /** Returns the request with this number. */
  request(seq: number): Seen
  /** Violations of the contract in the requests that match the filter. */
  violations(filter?: RequestFilter): SeenViolation[]
  /** Deletes all requests in the journal. */
  clearRequests(): void
  /** Lists the scenarios of the kit and names the loaded one. */
  scenarios(): Promise<ScenarioList>
  /**
   * Returns the complete state as a scenario, for `load` or `startMock` in any process. The loaded state has the same
   * ids, slugs, numbers and times. Only download URLs differ.
   */
  state(): Scenario
  /** Replaces all stores by those of a scenario: a name, a file or an object. Clock, dialect and faults change only if the scenario sets them. */
  load(scenario: string | object, options?: { seed?: number }): Promise<LoadedScenario>
  /** Loads the current scenario again. */
  reset(): Promise<LoadedScenario>
  /**
   * Saves the complete state, or one store, under a name. It replaces a snapshot of that name. A snapshot takes
   * milliseconds, also for a large state.
   */
  snapshot(name: string, options?: { store?: string }): Promise<Snapshot>
  /** Restores a snapshot, any number of times. A complete snapshot also restores clock, dialect, faults and the next ids. */
  restore(name: string): Promise<Snapshot>
  /** Lists the snapshots, the oldest first. */
  snapshots(): Snapshot[]
  /** Deletes a snapshot. */
  dropSnapshot(name: string): Promise<void>
  /** Lists the faults in the order in which they were added. */
  faults(): Fault[]
  /** Adds a fault, which stays until it is dropped: `fault({ when: { operation: 'createInvoice', times: 1 }, fault: { kind: 'lost-answer' } })`. */
  fault(input: FaultInput): Promise<Fault>
  /** Deletes a fault. */
  dropFault(id: string): Promise<void>
  /** Deletes all faults. */
  dropFaults(): Promise<void>
  /** Reports the status of the mock, as `GET /__admin/health` does. */
  health(): Health
}

/** The desk of a mock that is reached at these addresses. */
export function deskOf(mock: Mock, reach: Reach): Desk {
  const named = (store?: string) => (store === undefined ? mainStore(mock) : storeNamed(mock, store))
  const origin = URL.canParse(reach.base_url) ? new URL(reach.base_url).origin : ''
  /** Others do not come in between, where the data is others' too. */
  const alone =
    <Given extends unknown[], T>(work: (...given: Given) => Promise<T>) =>
    (...given: Given): Promise<T> =>
      mock.db.alone(() => work(...given))
  const ordersOf = <Kind extends OrderKind>(kind: Kind, name: string) => {
    const now = () => platformOrders(mock, named(name), kind)
    return inWords<PlatformOrders<Kind>>({
      list: () => now().list(),
      read: (id) => now().read(id),
      add: alone((fields) => now().add(fields)),
      replace: alone((id, order) => now().replace(id, order)),
      patch: alone((id, changes) => now().patch(id, changes)),
      drop: alone((id) => now().drop(id)),
    })
  }
  return inWords<Desk>({
    get stores() {
      return shownStores(mock)
    },
    get target() {
      return targetOf(mock, mainStore(mock), reach)
    },
    get dialect() {
      return mock.dialect
    },
    clock: inWords(
      handOf({ shown: () => shownClock(mock.clock), change: alone((change) => changeClock(mock, change)) }),
    ),
    storeClock: (name) => {
      const hand = handOf({
        shown: () => storeClock(mock, named(name)),
        change: alone((change) => changeStoreClock(mock, named(name), change)),
      })
      named(name)
      return inWords(Object.assign(hand, { drop: alone(() => dropStoreClock(mock, named(name))) }))
    },
    setDialect: alone((answers) => setDialect(mock, answers)),
    patchDialect: alone((answers) => patchDialect(mock, answers)),
    store: (name) => shownStore(named(name)),
    addStore: alone((described = {}) => addStore(mock, { ...described })),
    patchStore: alone((name, changes) => patchStore(mock, named(name), { ...changes })),
    dropStore: alone((name) => dropStore(mock, named(name))),
    orders: (name) => ordersOf('orders', named(name).record.name),
    draftOrders: (name) => ordersOf('draft_orders', named(name).record.name),
    bulkActions: (name) => bulkActions(mock, named(name)),
    finishBulk: alone((name) => finishBulk(mock, named(name))),
    emails: (name) => emails(mock, origin, name),
    clearEmails: alone((name) => clearEmails(mock, name)),
    coverage: (name) => coverage(mock, name),
    clearCoverage: () => clearCoverage(mock),
    requests: (filter) => requests(mock, filter),
    request: (seq) => requestOf(mock, seq),
    violations: (filter) => violations(mock, filter),
    clearRequests: () => clearRequests(mock),
    scenarios: () => scenarios(mock),
    state: () => state(mock),
    load: alone((scenario, { seed } = {}) => load(mock, scenario, seed)),
    reset: alone(() => reset(mock)),
    snapshot: alone((name, options) => snapshot(mock, name, options)),
    restore: alone((name) => restore(mock, name)),
    snapshots: () => snapshots(mock),
    dropSnapshot: alone((name) => dropSnapshot(mock, name)),
    faults: () => faults(mock),
    fault: alone((input) => fault(mock, input)),
    dropFault: alone((id) => dropFault(mock, id)),
    dropFaults: alone(() => dropFaults(mock)),
    health: () => health(mock),
  })
}
