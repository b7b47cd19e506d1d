import type { Mock } from '../mock.ts'
import type { Context } from '../rules/context.ts'
import type { Store } from '../store/store.ts'
import { AdminError } from './admin-error.ts'

/** Where the two APIs are reached, and what the admin API asks for. */
export interface Reach {
  base_url: string
  admin_url: string
  token: string | undefined
}

/** A request that passed the guard. */
export interface AdminRequest {
  mock: Mock
  params: Record<string, string>
  query: Record<string, unknown>
  /** What the JSON body said; undefined where there was none. */
  body: unknown
  /** Where the caller reached the mock. */
  reach: Reach
}

/** One request that the admin API takes. */
export interface AdminRoute {
  method: 'get' | 'put' | 'patch' | 'post' | 'delete'
  /** Below the admin API: `/stores/:store`. */
  path: string
  summary: string
  /** Status of a success; left out, 200, or 204 where nothing is answered. */
  status?: number
  /** The answer's JSON; undefined answers nothing. */
  answer(request: AdminRequest): unknown
}

/** The store that the path or `?store=` names. */
export function storeNamed(mock: Mock, name: string): Store {
  const store = mock.stores.byName(name)
  if (store) return store
  const names = mock.stores.records().map((record) => record.name)
  throw new AdminError(404, `There is no store "${name}". There are: ${names.join(', ') || 'none'}.`)
}

/** The text of a query parameter; undefined where it is not given. */
export function queryText(query: AdminRequest['query'], name: string): string | undefined {
  const value = query[name]
  if (value === undefined || typeof value === 'string') return value
  throw new AdminError(400, `Give ${name} once.`)
}

/** The body as an object, one that is missing as an empty one. */
export function objectBody(body: unknown): Record<string, unknown> {
  if (body === undefined) return {}
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>
  throw new AdminError(422, 'The body must be a JSON object.')
}

/** The store that the path names, for rules. */
export function contextOf({ mock, params }: AdminRequest): Context {
  const { clock, dialect, stores } = mock
  const store = storeNamed(mock, params.store ?? '')
  return { store, world: clock, dialect, nextId: () => stores.nextId(dialect['format.ids']) }
}
