import type { StoreRecord } from '../../scenarios/state.ts'
import { builtAsAsked, type Mock } from '../mock.ts'
import type { Store } from '../store/store.ts'
import { AdminError } from './admin-error.ts'
import { objectBody, storeNamed, type AdminRequest, type AdminRoute } from './route.ts'
import { uninvoiced } from './target.ts'

/** A store as the admin API shows it. */
export interface ShownStore extends Pick<StoreRecord, 'name' | 'plan' | 'api_key' | 'quota'> {
  /** Orders that have no invoice yet. */
  order_ids: number[]
  draft_order_ids: number[]
}

function shown(store: Store): ShownStore {
  const { name, plan, api_key, quota } = store.record
  return { name, plan, api_key, quota, ...uninvoiced(store) }
}

export const shownStores = (mock: Mock): ShownStore[] =>
  mock.stores.records().map(({ name }) => shown(storeNamed(mock, name)))

async function add({ mock, body }: AdminRequest): Promise<ShownStore> {
  // Loaded when first needed: making up data is not what a mock with data has to do at its start.
  const { newStore } = await import('./new-store.ts')
  const store = mock.stores.add(await builtAsAsked(() => newStore(mock, objectBody(body))))
  await mock.db.write()
  return shown(store)
}

async function drop({ mock, params: { store = '' } }: AdminRequest): Promise<void> {
  if (!mock.stores.drop(store)) throw new AdminError(404, `There is no store "${store}".`)
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
    summary: 'add a store, described as in a scenario; {} makes a small one with a name and a key of its own',
    status: 201,
    answer: add,
  },
  {
    method: 'get',
    path: '/stores/:store',
    summary: 'one store',
    answer: ({ mock, params }) => shown(storeNamed(mock, params.store ?? '')),
  },
  { method: 'delete', path: '/stores/:store', summary: 'drop a store with all it has', answer: drop },
]
