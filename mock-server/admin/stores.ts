import type { StoreRecord } from '../../scenarios/state.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import { hasFields } from '../../schemas/tables.ts'
import { Clock } from '../clock.ts'
import { builtAsAsked } from '../content.ts'
import type { Mock } from '../mock.ts'
import { dropOwnClock, ownClock, ownDialect, saveOwnClock, saveOwnDialect } from '../store/own.ts'
import type { Store } from '../store/store.ts'
import { AdminError } from './admin-error.ts'
import { knownFields } from './body.ts'
import { putClock, shownClock } from './clock.ts'
import { dialectFrom } from './dialect.ts'
import { storeNamed, storeOf, type AdminRequest, type AdminRoute } from './route.ts'
import { uninvoiced } from './target.ts'

/** A store as the admin API shows it. */
export interface ShownStore extends Pick<StoreRecord, 'name' | 'plan' | 'api_key' | 'quota'> {
  /** Orders that have no invoice yet. */
  order_ids: number[]
  draft_order_ids: number[]
  /** Where it has its own. */
  clock?: { now: string; frozen: boolean }
  /** Where it has its own. */
  dialect?: Dialect
}

function shown(store: Store): ShownStore {
  const { name, plan, api_key, quota } = store.record
  const clock = ownClock(store)
  const dialect = ownDialect(store)
  return {
    name,
    plan,
    api_key,
    quota,
    ...uninvoiced(store),
    ...(clock && { clock: shownClock(clock) }),
    ...(dialect && { dialect }),
  }
}

export const shownStores = (mock: Mock): ShownStore[] =>
  mock.stores.records().map(({ name }) => shown(storeNamed(mock, name)))

/** What a body asks a store to have of its own: null takes it away, undefined leaves it as it is. */
interface Own {
  clock: Clock | null | undefined
  dialect: Dialect | null | undefined
}

function asked(mock: Mock, { clock, dialect }: Record<string, unknown>, store?: Store): Own {
  return {
    clock: isLeft(clock) ? clock : clockAsked(mock, objectAt('clock', clock), store),
    dialect: isLeft(dialect) ? dialect : dialectAsked(mock, objectAt('dialect', dialect), store),
  }
}

const isLeft = (value: unknown): value is null | undefined => value === null || value === undefined

function objectAt(field: string, value: unknown): Record<string, unknown> {
  if (hasFields(value)) return value
  throw new AdminError(422, `${field} must be an object, or null for the mock's.`, {
    [field]: ['must be an object, or null'],
  })
}

function clockAsked(mock: Mock, body: Record<string, unknown>, store: Store | undefined): Clock {
  // Not the one that runs: what else is asked may be refused.
  const clock = new Clock(((store && ownClock(store)) ?? mock.clock).state)
  putClock(clock, body)
  return clock
}

const dialectAsked = (mock: Mock, body: object, store: Store | undefined): Dialect =>
  dialectFrom({ ...((store && ownDialect(store)) ?? mock.dialect), ...body }).dialect

function saveOwn(store: Store, { clock, dialect }: Own): void {
  if (clock === null) dropOwnClock(store)
  else if (clock) saveOwnClock(store, clock)
  if (dialect !== undefined) saveOwnDialect(store, dialect)
}

/** Loaded when first needed: making up data is not what a mock with data has to do at its start. */
const making = () => import('./new-store.ts')

async function add({ mock, body }: AdminRequest): Promise<ShownStore> {
  const { newStore } = await making()
  const { clock: _clock, dialect: _dialect, ...described } = body
  const own = asked(mock, body)
  const setting = { world: own.clock ?? mock.clock, dialect: own.dialect ?? mock.dialect }
  const store = mock.stores.add(await builtAsAsked(() => newStore(mock, described, setting)))
  saveOwn(store, own)
  await mock.db.write()
  return shown(store)
}

const CHANGEABLE = ['plan', 'api_key', 'quota', 'clock', 'dialect']

const FIXED: Readonly<Record<string, string>> = {
  name: 'a store keeps its name, which stands in URLs: make another one with POST /stores',
  order_ids: 'they are its orders without an invoice: see /stores/{store}/orders',
  draft_order_ids: 'they are its draft orders without an invoice: see /stores/{store}/draft_orders',
}

async function change(request: AdminRequest): Promise<ShownStore> {
  const { mock, body } = request
  const { checkStore } = await making()
  const store = storeOf(request)
  const {
    clock: _clock,
    dialect: _dialect,
    ...fields
  } = knownFields(body, CHANGEABLE, (field) => FIXED[field])
  const { name, plan, api_key, quota } = store.record
  const described = { name, plan, api_key, quota, ...fields }
  const { quota: limit = null, ...next } = await builtAsAsked(() => checkStore(described))
  const own = asked(mock, body, store)
  mock.stores.change(store, { plan: next.plan ?? 'paid', api_key: next.api_key, quota: limit })
  saveOwn(store, own)
  await mock.db.write()
  return shown(store)
}

async function drop({ mock, params: { store = '' } }: AdminRequest): Promise<void> {
  storeNamed(mock, store)
  mock.stores.drop(store)
  await mock.db.write()
}

export const STORE_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/stores',
    summary: 'stores with their keys, and their orders without an invoice',
    answer: ({ mock }) => ({ stores: shownStores(mock) }),
  },
  {
    method: 'post',
    path: '/stores',
    summary:
      'add a store, described as in a scenario, with "clock" or "dialect" of its own; {} makes a small one',
    status: 201,
    body: 'object',
    answer: add,
  },
  {
    method: 'get',
    path: '/stores/:store',
    summary: 'one store',
    answer: (request) => shown(storeOf(request)),
  },
  {
    method: 'patch',
    path: '/stores/:store',
    summary: `change a store: ${CHANGEABLE.map((field) => `"${field}"`).join(', ')}`,
    body: 'object',
    answer: change,
  },
  { method: 'delete', path: '/stores/:store', summary: 'drop a store with all it has', answer: drop },
]
