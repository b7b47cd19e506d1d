import { setTimeout as sleep } from 'node:timers/promises'
import { isObject } from '../../server/client/exchange.ts'
import { isMarked } from '../../server/store/marker.ts'
import type { RightServer } from './right-server.ts'

/** One of the others who use the store: what they send, one thing after the other. */
type Visitor = (send: Send, n: number) => Promise<unknown>
type Send = (method: string, path: string, body?: object) => Promise<unknown>

/** Between two of their requests. */
const PAUSE_MS = 400
/** So many of their records there are at a time. */
const KEPT = 20

/** Lets others create, update and delete records, change settings and start bulk actions as long as a run lasts. Ends them. */
export const others = (server: RightServer) => visited(server, VISITORS, PAUSE_MS)

/** Lets others save templates anew and delete customers that the store had before. Ends them. */
export const tidying = (server: RightServer) => visited(server, [saveAnew, purge], PAUSE_MS)

/** Lets others make some seven invoices a second: what settings show of that is a next number that moves on. Ends them. */
export const invoicing = (server: RightServer) => visited(server, [moveOn], 70)

/** Lets others invoice two orders a second that the target does not name: the lists grow. Ends them. */
export const growing = (server: RightServer) =>
  visited(
    server,
    [async (send, n) => send('POST', '/invoices', { order_id: server.spareOrders?.[n - 1] ?? 0 })],
    500,
  )

/** Lets somebody change the settings of the other store some three times a second. Ends it. */
export const neighbouring = (server: RightServer) =>
  visited(
    { ...server, target: { ...server.target, api_key: String(server.target['other_store_api_key']) } },
    [refoot],
    300,
  )

const refoot: Visitor = (send, n) =>
  send('PATCH', '/settings', { settings: { footer_message: `Next door ${n}` } })

function visited(
  { target }: RightServer,
  visitors: readonly Visitor[],
  pause_ms: number,
): () => Promise<void> {
  const ending = new AbortController()
  const work = visitors.map((visitor) => visiting(visitor, sender(target), pause_ms, ending.signal))
  return async () => {
    ending.abort()
    await Promise.all(work)
  }
}

async function visiting(visitor: Visitor, send: Send, pause_ms: number, signal: AbortSignal): Promise<void> {
  const paused: Send = async (...request) => {
    await sleep(pause_ms)
    return signal.aborted ? undefined : send(...request)
  }
  for (let n = 1; !signal.aborted; n++) await visitor(paused, n)
}

const moveOn: Visitor = async (send) => {
  const read = await send('GET', '/settings')
  const settings = isObject(read) && isObject(read['settings']) ? read['settings'] : {}
  const number = String(settings['next_invoice_number'])
  const next_invoice_number = String(Number(number) + 1).padStart(number.length, '0')
  if (/^\d+$/.test(number)) await send('PATCH', '/settings', { settings: { next_invoice_number } })
}

const saveAnew: Visitor = async (send, n) => {
  const old = ofNoRun(await send('GET', '/templates'), 'templates')
  const id = old[n % Math.max(1, old.length)]?.['id']
  if (id !== undefined)
    await send('PATCH', `/templates/${String(id)}`, { template: { font_size: 9 + (n % 3) } })
}

const purge: Visitor = async (send) => {
  const [oldest] = ofNoRun(await send('GET', '/customers?per_page=250'), 'customers')
  if (oldest) await send('DELETE', `/customers/${String(oldest['id'])}`)
  await sleep(5 * PAUSE_MS)
}

const ofNoRun = (answer: unknown, name: string) => listIn(answer, name).filter((record) => !isMarked(record))

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

/** What they get is not judged: undefined where nothing came. */
const sender =
  ({ base_url, api_key }: RightServer['target']): Send =>
  async (method, path, body) => {
    const text = await fetch(base_url + path, {
      method,
      headers: { 'x-auth-token': api_key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
      .then((answer) => answer.text())
      // On a busy machine a connection may be closed just as it is used again.
      .catch(() => '')
    return text === '' ? undefined : JSON.parse(text)
  }
