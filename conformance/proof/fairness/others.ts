import { setTimeout as sleep } from 'node:timers/promises'
import { isObject } from '../../server/client/exchange.ts'
import type { RightServer } from './right-server.ts'

/** One of the others who use the store: what they send, one thing after the other. */
type Visitor = (send: Send, n: number) => Promise<unknown>
type Send = (method: string, path: string, body?: object) => Promise<unknown>

/** Between two of their requests. */
const PAUSE_MS = 400
/** So many of their records there are at a time. */
const KEPT = 20

/** Lets others create, update and delete records, change settings and start bulk actions as long as a run lasts. Ends them. */
export function others({ target }: RightServer): () => Promise<void> {
  const ending = new AbortController()
  const work = VISITORS.map((visitor) => visiting(visitor, sender(target), ending.signal))
  return async () => {
    ending.abort()
    await Promise.all(work)
  }
}

async function visiting(visitor: Visitor, send: Send, signal: AbortSignal): Promise<void> {
  const paused: Send = async (...request) => {
    await sleep(PAUSE_MS)
    return signal.aborted ? undefined : send(...request)
  }
  for (let n = 1; !signal.aborted; n++) await visitor(paused, n)
}

const VISITORS: readonly Visitor[] = [
  recordsOf('customers', 'customer', (n) => ({
    email: `visitor.${n}@example.net`,
    first_name: 'Vera',
    last_name: `Visitor ${n}`,
    tax_number: `V${n}`,
  })),
  recordsOf('templates', 'template', (n) => ({
    name: `Visited ${n}`,
    template_type: n % 2 === 0 ? 'invoice' : 'packing_slip',
    font_size: 10,
  })),
  async (send, n) => {
    await send('PATCH', '/settings', { settings: { footer_message: `Visited ${n}` } })
    await sleep(10 * PAUSE_MS)
  },
  async (send) => {
    const invoices = listIn(await send('GET', '/invoices?per_page=3'), 'invoices')
    await send('POST', '/invoices/bulk_pdf', { invoice_ids: invoices.map(({ id }) => id) })
    await sleep(10 * PAUSE_MS)
  },
]

/** A record of theirs comes, changes, and goes when there are enough. */
function recordsOf(path: string, key: string, values: (n: number) => object): Visitor {
  const own: unknown[] = []
  return async (send, n) => {
    const created = await send('POST', `/${path}`, { [key]: values(n) })
    const record = isObject(created) ? created[key] : undefined
    if (isObject(record)) own.push(record['id'])
    const last = String(own.at(-1) ?? 0)
    await send('PATCH', `/${path}/${last}`, { [key]: values(n + 100_000) })
    if (own.length > KEPT) await send('DELETE', `/${path}/${String(own.shift())}`)
  }
}

function listIn(answer: unknown, name: string): Record<string, unknown>[] {
  const list = isObject(answer) ? answer[name] : []
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** What they get is not judged: undefined where it is no JSON. */
const sender =
  ({ base_url, api_key }: RightServer['target']): Send =>
  async (method, path, body) => {
    const answer = await fetch(base_url + path, {
      method,
      headers: { 'x-auth-token': api_key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return text === '' ? undefined : JSON.parse(text)
  }
