import type { StoreRecord } from '../../scenarios/state.ts'
import type { TargetFile } from '../../schemas/types.ts'
import type { Mock } from '../mock.ts'
import type { Store } from '../store/store.ts'

/** Where the two APIs are reached, and what the admin API asks for. */
export interface Reach {
  base_url: string
  admin_url: string
  token: string | undefined
}

/** The orders and draft orders of a store that have no invoice yet. */
export function uninvoiced({ indexes: { uninvoiced: without } }: Store) {
  return { order_ids: without.orders.ids, draft_order_ids: without.draft_orders.ids }
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
    profile: 'disposable',
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
