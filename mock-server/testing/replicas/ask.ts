import type { Replica } from './replicas.ts'

export interface Asked {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body read as JSON; undefined where it is none. */
  readonly json: ReturnType<typeof JSON.parse>
}

export interface AskOptions {
  readonly body?: object
  readonly key?: string
}

/** Keys of the default scenario. */
export const KEYS = {
  rich: 'test_key_rich_store',
  second: 'test_key_second_store',
  limited: 'test_key_limited_store',
}

async function ask(method: string, url: string, { body, key = KEYS.rich }: AskOptions): Promise<Asked> {
  const headers = { 'x-auth-token': key, 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
  return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : undefined }
}

/** Asks the API of a replica. */
export const api = (replica: Replica, method: string, path: string, options: AskOptions = {}) =>
  ask(method, replica.base_url + path, options)

/** Asks the admin API of a replica. */
export const admin = (replica: Replica, method: string, path: string, body?: object) =>
  ask(method, replica.admin_url + path, body ? { body } : {})
