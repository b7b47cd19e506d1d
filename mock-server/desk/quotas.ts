import type { Mock } from '../mock.ts'
import { windowAt } from '../store/rate-window.ts'
import type { Store } from '../store/store.ts'
import { contextFor, storesNamed } from './store-named.ts'

/** What a store has used of its rate limit. */
export interface UsedQuota {
  store: string
  /** Requests that a window allows. */
  requests: number
  window_seconds: number
  /** Requests that counted in the window that is open. */
  used: number
  /** When that ends, on the store's clock; null where none is open. */
  resets_at: string | null
}

/** Of each store. */
export const quotas = (mock: Mock): UsedQuota[] =>
  storesNamed(mock, undefined).map((store) => usedQuota(mock, store))

function usedQuota(mock: Mock, store: Store): UsedQuota {
  const { world, dialect } = contextFor(mock, store)
  const { requests, window_seconds } = store.record.quota ?? dialect['rate.quota']
  const window = windowAt(store, world.now(), window_seconds * 1000)
  const resets_at = window ? new Date(window.start + window_seconds * 1000).toISOString() : null
  return { store: store.record.name, requests, window_seconds, used: window?.used ?? 0, resets_at }
}
