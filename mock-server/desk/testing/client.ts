/** Where a mock is reached. */
export interface Addresses {
  base_url: string
  admin_url: string
}

/** What was answered. */
export interface Heard {
  status: number
  // Tests know what they asked for.
  // oxlint-disable-next-line no-explicit-any
  body: any
}

/** The two APIs of a mock, for tests. */
export interface Client {
  /** A request of the store with this key. */
  api(key: string, method: string, path: string, body?: unknown): Promise<Heard>
  admin(method: string, path: string, body?: unknown): Promise<Heard>
}

export function clientOf({ base_url, admin_url }: Addresses): Client {
  return {
    api: (key, method, path, body) => send(`${base_url}${path}`, method, body, { 'x-auth-token': key }),
    admin: (method, path, body) => send(`${admin_url}${path}`, method, body),
  }
}

async function send(url: string, method: string, body: unknown, headers = {}): Promise<Heard> {
  const json = { 'content-type': 'application/json', ...headers }
  const sent =
    body === undefined ? { method, headers } : { method, headers: json, body: JSON.stringify(body) }
  const answer = await fetch(url, sent)
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}
