import { html, nothing } from 'lit'
import { admin, send } from './admin-api.js'
import { live } from './live.js'

/** The store that tabs show unless their address names one. */
let last = ''

/**
 * The store that an address names, else the one that was looked at last, else the first on a paid plan.
 * @param {string} named
 */
export function storeIn(named) {
  const { stores } = live
  const name = [named, last].find((each) => stores.some((store) => store.name === each))
  const store =
    stores.find((each) => each.name === name) ?? stores.find(({ plan }) => plan === 'paid') ?? stores[0]
  last = store?.name ?? ''
  return store
}

/**
 * A choice of stores, which leads to the same tab of another.
 * @param {string} tab
 * @param {string} chosen
 */
export const storeChoice = (tab, chosen) =>
  html`<select
    aria-label="Store"
    @change=${(/** @type {Event & { target: HTMLSelectElement }} */ { target }) => (location.hash = `#/${tab}/${target.value}`)}
  >
    ${live.stores.map(({ name, plan }) => html`<option value=${name} ?selected=${name === chosen}>${name}${plan === 'free' ? ' (free plan)' : nothing}</option>`)}
  </select>`

/**
 * Sends a request to the API with the key of a store, as its client would.
 * @param {string} store
 * @param {string} method
 * @param {string} path below the API
 * @param {object} [body]
 * @returns {Promise<any>} what the JSON of the answer says
 * @throws {Error} where it is no success
 */
export async function asClient(store, method, path, body) {
  const key = live.storeNamed(store)?.api_key ?? ''
  const headers = { 'x-auth-token': key, ...(body && { 'content-type': 'application/json' }) }
  const { status, text } = await send(live.api + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (status >= 200 && status < 300) return text === '' ? null : JSON.parse(text)
  throw new Error(`${method} ${path} was answered ${status}: ${text.slice(0, 300)}`)
}

/**
 * @param {string} store
 * @param {string} rest
 */
export const ofStore = (store, rest) => `/stores/${encodeURIComponent(store)}${rest}`

/**
 * A page of a list of the admin API.
 * @template T
 * @param {string} path with its query so far
 * @param {string} field the list in the answer
 * @returns {(query: string) => Promise<{ records: T[], total: number }>}
 */
export const pagesAt = (path, field) => async (query) => {
  const answer = await admin('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`)
  return { records: answer[field], total: answer.meta.total }
}
