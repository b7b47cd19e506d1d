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
 * All actions of the admin API, for the process that the mock runs in. A `store` is named as in `stores`. Without a
 * name, it is the first store on a paid plan, whose key is in `target`.
 * @throws Error that says what would be right, if an action is impossible
 */
export interface Desk {
  /** The stores with their keys, and their orders without an invoice, as they are when this is read. */
  readonly stores: ShownStore[]
  /** All that the conformance suite needs to judge this mock, as it is when this is read. */
  readonly target: TargetFile
  /** The answers to the open questions that hold. */
  readonly dialect: Dialect
  /** The mock's clock. */
  readonly clock: ClockHand
  /** The clock that holds for a store; setting it gives the store one of its own. */
  storeClock(store?: string): ClockHand & { drop(): Promise<void> }
  /** Replaces the answers to the open questions; the mock's own for what is left out. */
  setDialect(answers: Partial<Dialect>): Promise<ToldDialect>
  /** Changes some of them. */
  patchDialect(answers: Partial<Dialect>): Promise<ToldDialect>
  store(store?: string): ShownStore
  /** Adds a store, described as in a scenario; what is left out is made up. */
  addStore(described?: Partial<ScenarioStore> & Pick<StorePatch, 'clock' | 'dialect'>): Promise<ShownStore>
  patchStore(store: string, changes: StorePatch): Promise<ShownStore>
  dropStore(store: string): Promise<void>
  /** The orders of the platform behind a store: to be listed, read, added, edited, taken away. */
  orders(store?: string): PlatformOrders<'orders'>
  draftOrders(store?: string): PlatformOrders<'draft_orders'>
  /** The bulk actions of a store as they stand on its clock, the oldest first. */
  bulkActions(store?: string): BulkActionDetail[]
  /** Ends the bulk action in progress; whether there was one. */
  finishBulk(store?: string): Promise<boolean>
  /** Emails queued so far, the oldest first; of all stores where none is named. */
  emails(store?: string): ShownEmail[]
  clearEmails(store?: string): Promise<void>
  /** What of the contract the requests of a store met, or of all, and what never. */
  coverage(store?: string): Coverage
  /** Begins to count anew; for all stores. */
  clearCoverage(): void
  /** The requests that came, the oldest first; those that a filter wants. */
  requests(filter?: RequestFilter): Seen[]
  /** One request, by its number. */
  request(seq: number): Seen
  /** In what they break the contract. */
  violations(filter?: RequestFilter): SeenViolation[]
  /** Empties the journal of requests. */
  clearRequests(): void
  /** The scenarios that come with the kit, and what is loaded. */
  scenarios(): Promise<ScenarioList>
  /**
   * All there is as a scenario, which `load` and `startMock` take, in this process or another: it loads to the same
   * answers, ids, slugs, numbers and times too. Only download URLs are others then.
   */
  state(): Scenario
  /** Puts a scenario (name, file or value) in the place of all stores; clock, dialect and faults too, where it says them. */
  load(scenario: string | object, options?: { seed?: number }): Promise<LoadedScenario>
  /** Puts all stores back to what the scenario says. */
  reset(): Promise<LoadedScenario>
  /**
   * Keeps everything as it is, or one store, under a name; a snapshot of that name is replaced. It takes milliseconds,
   * however much there is.
   */
  snapshot(name: string, options?: { store?: string }): Promise<Snapshot>
  /** Puts back what a snapshot holds, as often as asked: of everything, clock, dialect, faults and the next ids too. */
  restore(name: string): Promise<Snapshot>
  /** The snapshots that are kept, the oldest first. */
  snapshots(): Snapshot[]
  dropSnapshot(name: string): Promise<void>
  /** The faults that stand, in the order in which they were added. */
  faults(): Fault[]
  /** Has something go wrong, until it is dropped: `fault({ when: { operation: 'createInvoice', times: 1 }, fault: { kind: 'lost-answer' } })`. */
  fault(input: FaultInput): Promise<Fault>
  dropFault(id: string): Promise<void>
  /** Drops all of them. */
  dropFaults(): Promise<void>
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
