import type { Deeds } from '../../scenarios/state.ts'
import type { ShownStore } from '../../schemas/types.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import { hasFields } from '../../schemas/tables.ts'
import { Clock } from '../clock.ts'
import { builtAsAsked, readyToCheck } from '../content.ts'
import { enact } from '../enact.ts'
import type { Mock } from '../mock.ts'
import { dropOwnClock, ownClock, ownDialect, saveOwnClock, saveOwnDialect } from '../store/own.ts'
import type { Store } from '../store/store.ts'
import { AdminError } from './admin-error.ts'
import { put, shownClock, tellClock } from './clock.ts'
import { dialectFrom } from './dialect.ts'
import { knownFields } from './fields.ts'
import { storesNamed } from './store-named.ts'
import { uninvoiced } from './target.ts'

/** A store as the desk shows it. */
export function shownStore(store: Store): ShownStore {
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

/** All stores, in the order in which they came. */
export const shownStores = (mock: Mock): ShownStore[] => storesNamed(mock, undefined).map(shownStore)

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
  put(body)(clock)
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
async function making() {
  await readyToCheck()
  return import('./new-store.ts')
}

/**
 * Adds a store, described as in a scenario, with `clock` or `dialect` of its own; what is left out is made up.
 * @throws AdminError, MockRefused, Refusal where it cannot be as described
 */
export async function addStore(mock: Mock, body: Record<string, unknown>): Promise<ShownStore> {
  const { newStore } = await making()
  const { clock: _clock, dialect: _dialect, ...described } = body
  const own = asked(mock, body)
  const setting = { world: own.clock ?? mock.clock, dialect: own.dialect ?? mock.dialect }
  const state = await builtAsAsked(() => newStore(mock, described, setting))
  const store = mock.stores.add(state)
  saveOwn(store, own)
  if (state.deeds) enactOrDrop(mock, store, state.deeds)
  await mock.db.write()
  return shownStore(store)
}

function enactOrDrop(mock: Mock, store: Store, deeds: Deeds): void {
  try {
    enact(store, deeds, mock.dialect, mock.stores)
  } catch (error) {
    mock.stores.drop(store.record.name)
    throw error
  }
}

/** What of a store can be changed. */
export const CHANGEABLE = ['plan', 'api_key', 'quota', 'clock', 'dialect']

const FIXED: Readonly<Record<string, string>> = {
  name: 'a store keeps its name, which stands in URLs: make another one with POST /stores',
  order_ids: 'they are its orders without an invoice: see /stores/{store}/orders',
  draft_order_ids: 'they are its draft orders without an invoice: see /stores/{store}/draft_orders',
}

/**
 * Changes of a store what `CHANGEABLE` names; a clock or dialect that is null goes away.
 * @throws AdminError, MockRefused, Refusal where it cannot be as described
 */
export async function patchStore(
  mock: Mock,
  store: Store,
  body: Record<string, unknown>,
): Promise<ShownStore> {
  const { checkStore } = await making()
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
  if (own.clock !== undefined) tellClock(mock, store)
  return shownStore(store)
}

/** Drops a store with all it has. */
export async function dropStore(mock: Mock, store: Store): Promise<void> {
  mock.stores.drop(store.record.name)
  await mock.db.write()
}
