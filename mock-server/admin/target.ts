import type { StoreRecord } from '../../scenarios/state.ts'
import type { TargetFile } from '../../schemas/types.ts'
import type { Mock } from '../mock.ts'
import { orderKey, type Store } from '../store/store.ts'
import { AdminError } from './admin-error.ts'
import { queryText, storeNamed, type AdminRequest, type AdminRoute, type Reach } from './route.ts'

/** The orders and draft orders of a store that have no invoice yet. */
export function uninvoiced({ orders, draft_orders, indexes }: Store) {
  const free = (draft: boolean) => (id: number) => indexes.invoicesByOrder.count(orderKey(id, draft)) === 0
  return {
    order_ids: [...orders.keys()].filter(free(false)),
    draft_order_ids: [...draft_orders.keys()].filter(free(true)),
  }
}

/** All that the conformance suite needs to judge the mock by this store. */
export function targetOf(mock: Mock, store: Store, reach: Reach): TargetFile {
  const others = mock.stores.records().filter(({ id }) => id !== store.record.id)
  const key = (name: keyof TargetFile, fits: (record: StoreRecord) => boolean) => {
    const found = others.find(fits)
    return found === undefined ? {} : { [name]: found.api_key }
  }
  return {
    base_url: reach.base_url,
    api_key: store.record.api_key,
    ...key('other_store_api_key', ({ plan, quota }) => plan === 'paid' && quota === null),
    ...key('free_plan_api_key', ({ plan }) => plan === 'free'),
    ...key('rate_limited_api_key', ({ plan, quota }) => plan === 'paid' && quota !== null),
    ...uninvoiced(store),
    allow: ['all'],
    hooks: hooksOf(store.record.name, reach),
    patience_seconds: 30,
  }
}

function hooksOf(store: string, { admin_url, token }: Reach): NonNullable<TargetFile['hooks']> {
  const headers = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }
  const hook = (method: string, path: string) => ({ method, url: `${admin_url}${path}`, ...headers })
  return {
    edit_order: hook('PATCH', `/stores/${store}/orders/{order_id}`),
    edit_draft_order: hook('PATCH', `/stores/${store}/draft_orders/{order_id}`),
    delete_order: hook('DELETE', `/stores/${store}/orders/{order_id}`),
    finish_bulk: hook('POST', `/stores/${store}/bulk_actions/finish`),
    emails: hook('GET', `/emails?store=${store}`),
  }
}

/** The store that examples use: the first on a paid plan. */
export function mainStore(mock: Mock): Store {
  const paid = mock.stores.records().find(({ plan }) => plan === 'paid')
  if (paid === undefined) throw new AdminError(404, 'The scenario has no store on a paid plan.')
  return storeNamed(mock, paid.name)
}

function target({ mock, query, reach }: AdminRequest): TargetFile {
  const name = queryText(query, 'store')
  return targetOf(mock, name === undefined ? mainStore(mock) : storeNamed(mock, name), reach)
}

export const TARGET_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/target',
    summary: 'target file for the conformance suite, ready to use (?store=NAME)',
    query: ['store'],
    answer: target,
  },
]
