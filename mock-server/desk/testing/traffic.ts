import type { ShownStore } from '../../../schemas/types.ts'
import type { Client, Heard } from './client.ts'

/** Draws numbers below a bound, the same ones each time. */
export function drawing(seed: number): (below: number) => number {
  let state = seed
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below
}

/**
 * Does a little of everything in every store, on a clock that stands still: creates, updates, deletes, regenerates,
 * sends emails, edits and deletes orders, and leaves a bulk action in progress. One store gets a clock and a dialect of
 * its own.
 */
export async function makeTraffic({ api, admin }: Client, seed: number): Promise<void> {
  const draw = drawing(seed)
  await admin('PUT', '/clock', { now: '2026-03-01T22:58:59.123Z', frozen: true })
  await admin('PATCH', '/dialect', { 'status.unprocessable': 400, 'list.order': 'oldest_first' })
  const { stores }: { stores: ShownStore[] } = (await admin('GET', '/stores')).body
  const [own] = stores
  if (own) {
    await admin('PATCH', `/stores/${own.name}`, { clock: { now: '2026-02-03T04:05:06Z', frozen: true } })
    await admin('PATCH', `/stores/${own.name}`, { dialect: { 'list.order': 'name' } })
  }
  for (const store of stores.filter(({ plan, quota }) => plan === 'paid' && quota === null))
    await trafficOf(store, { api, admin }, draw)
}

async function trafficOf(
  { name, api_key, order_ids, draft_order_ids }: ShownStore,
  { api, admin }: Client,
  draw: (below: number) => number,
): Promise<void> {
  const call = (method: string, path: string, body?: unknown): Promise<Heard> =>
    api(api_key, method, path, body)
  const one = <T>(list: readonly T[]): T | undefined => list[draw(list.length || 1)]
  const template = { name: 'Passing', template_type: 'invoice', design_key: 'modern' }
  const passing = (await call('POST', '/templates', { template })).body.template
  const customer = { email: `c${draw(99)}@example.com`, first_name: 'Käthe', tax_number: 'X1' }
  const made = (await call('POST', '/customers', { customer })).body.customer
  await call('POST', '/customers', { customer: { ...customer, email: 'gone@example.com' } })
  for (const id of order_ids.slice(0, 3))
    await call('POST', '/invoices', { order_id: id, template_id: passing.id })
  for (const id of draft_order_ids.slice(0, 2)) await call('POST', '/invoices', { order_id: id, draft: true })
  const { invoices } = (await call('GET', '/invoices?per_page=100')).body
  for (let round = 0; round < 4; round++) {
    const slug = one<{ slug: string }>(invoices)?.slug
    if (slug === undefined) break
    await call('GET', `/invoices/${slug}/pdf`)
    await call('POST', `/invoices/${slug}/send_email`, {})
    await call('PATCH', '/settings', { settings: { business_name: `Renamed ${round}` } })
    await call('POST', `/invoices/${slug}/regenerate`, {})
    await admin('POST', '/clock/advance', { ms: 1000 + draw(5000) })
  }
  await call('PATCH', `/customers/${made.id}`, { customer: { last_name: 'Kruse' } })
  const { invoice: before } = (await call('POST', '/invoices', { order_id: order_ids[2] })).body
  await admin('PATCH', `/stores/${name}/orders/${order_ids[2]}`, { note: 'edited before' })
  await call('POST', `/invoices/${before?.slug}/regenerate`, {})
  for (const id of order_ids.slice(1, 3))
    await admin('PATCH', `/stores/${name}/orders/${id}`, { note: 'edited' })
  if (order_ids[1]) await admin('DELETE', `/stores/${name}/orders/${order_ids[1]}`)
  await admin('POST', `/stores/${name}/orders`, { note: 'new' })
  await call('DELETE', `/templates/${passing.id}`)
  const ids = invoices.slice(0, 8).map(({ id }: { id: number }) => id)
  if (ids.length === 0) return
  await call('POST', '/invoices/bulk_pdf', { invoice_ids: ids.slice(0, 2) })
  await admin('POST', `/stores/${name}/bulk_actions/finish`)
  await call('POST', '/invoices/bulk_pdf', { invoice_ids: ids })
  await admin('POST', '/clock/advance', { ms: 350 })
}
