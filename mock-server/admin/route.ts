import type { Mock } from '../mock.ts'
import type { Context } from '../rules/context.ts'
import { settingOf } from '../store/own.ts'
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
  /** What the JSON body said; an empty object where there was none. */
  body: Record<string, unknown>
  /** The body as it was sent, and what it was said to be; for routes that read it themselves. */
  text: string
  contentType: string
  /** Where the caller reached the mock. */
  reach: Reach
}

/** One request that the admin API takes. */
export interface AdminRoute {
  method: 'get' | 'put' | 'patch' | 'post' | 'delete'
  /** Below the admin API: `/stores/:store`. */
  path: string
  summary: string
  /** Fields of the JSON body; `object` where the answer looks at them itself, `text` where it reads the whole. Left out, none. */
  body?: readonly string[] | 'object' | 'text'
  /** Parameters of the query. Left out, none. */
  query?: readonly string[]
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

/** The store that the path names. */
export const storeOf = ({ mock, params }: Pick<AdminRequest, 'mock' | 'params'>): Store =>
  storeNamed(mock, params.store ?? '')

/** The text of a query parameter; undefined where it is not given. */
export function queryText(query: AdminRequest['query'], name: string): string | undefined {
  const value = query[name]
  if (value === undefined || typeof value === 'string') return value
  throw new AdminError(400, `Give ${name} once.`)
}

/** The store that the path names, for rules, with the clock and the dialect that hold for it. */
export const contextOf = (request: AdminRequest): Context => contextFor(request.mock, storeOf(request))

/** A store for rules, with the clock and the dialect that hold for it. */
export function contextFor(mock: Mock, store: Store): Context {
  const { clock: world, dialect, stores } = mock
  const setting = settingOf(store, { world, dialect })
  return { store, ...setting, nextId: () => stores.nextId(setting.dialect['format.ids']) }
}
