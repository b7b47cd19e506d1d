/** Where the admin API lies: this file is in its folder `console`. */
const ADMIN = new URL('..', import.meta.url).pathname.replace(/\/$/, '')

/** How the mock said no, or that it is not there. */
export class Problem extends Error {
  /**
   * @param {number} status HTTP status; 0 where nothing answered
   * @param {string} message what was wrong, and what would be right
   */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

let token = ''

/**
 * The token that requests show from now on; it is kept nowhere but here.
 * @param {string} given
 */
export function useToken(given) {
  token = given
}

const headers = () => (token === '' ? {} : { authorization: `Bearer ${token}` })

/**
 * Asks the admin API.
 * @template T what it answers
 * @param {string} method
 * @param {string} path below the admin API: `/stores`
 * @param {object | string} [body] JSON, or the text of a scenario
 * @returns {Promise<T>}
 * @throws {Problem} where it refuses
 */
export async function admin(method, path, body) {
  const response = await open(method, path, body)
  return JSON.parse((await response.text()) || 'null')
}

/**
 * The answer of the admin API, still to be read.
 * @param {string} method
 * @param {string} path
 * @param {object | string} [body]
 * @param {{ headers?: Record<string, string> }} [more]
 */
export async function open(method, path, body, more = {}) {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const all = { ...headers(), ...more.headers }
  const response = await reached(fetch(ADMIN + path, { method, headers: all, ...sent }))
  if (response.ok) return response
  throw new Problem(response.status, await sentence(response))
}

/** @param {Promise<Response>} asked */
async function reached(asked) {
  try {
    return await asked
  } catch (error) {
    throw error instanceof TypeError ? new Problem(0, 'The mock does not answer.') : error
  }
}

/** @param {Response} response */
async function sentence(response) {
  const text = await response.text()
  try {
    const { error, reason } = JSON.parse(text)
    return String(error ?? reason)
  } catch {
    return text
  }
}

/**
 * Sends a request as a client of the API does; whatever is answered is no error.
 * @param {string} url path and query
 * @param {{ method: string, headers: Record<string, string>, body?: string }} request
 * @returns {Promise<{ status: number, text: string }>}
 */
export async function send(url, request) {
  const response = await reached(fetch(url, { ...request, cache: 'no-store', redirect: 'manual' }))
  return { status: response.status, text: await response.text() }
}
