import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { Answers } from './answers.ts'
import { apiReply, parseJson } from './api.ts'
import { downloadReply } from './downloads.ts'
import { listen, originOf, stop, type Incoming } from './http-edge.ts'
import { platformReply } from './platform.ts'
import { PROFILES } from './profiles.ts'
import type { Reply } from './refusal.ts'
import { fillStore, type Size } from './store-data.ts'
import type { Store, World } from './store.ts'

interface Hook {
  method: string
  url: string
  headers?: Record<string, string>
}

/** A whole target file of the conformance suite. */
export interface Target {
  base_url: string
  api_key: string
  other_store_api_key: string
  free_plan_api_key: string
  rate_limited_api_key: string
  order_ids: number[]
  draft_order_ids: number[]
  allow: string[]
  email_recipients: string[]
  hooks: {
    edit_order: Hook
    edit_draft_order: Hook
    delete_order: Hook
    emails: Hook
    finish_bulk?: Hook
  }
  patience_seconds: number
}

/** A running plain server. */
export interface PlainServer {
  target: Target
  /** Its stores by name: A (the target's), B, Free and Limited. */
  stores: Record<'A' | 'B' | 'Free' | 'Limited', Store>
  /** Why edits of orders were refused. */
  refusedEdits: readonly string[]
  close(): Promise<void>
}

interface Options {
  profile?: string
  port?: number
  answers?: Partial<Answers>
}

const SIZES: Record<Answers['store'], { main: Size; side: Size }> = {
  full: {
    main: { invoices: 35, customers: 12, templates: 4, orders: 40, draftOrders: 20 },
    side: { invoices: 6, customers: 4, templates: 3, orders: 6, draftOrders: 2 },
  },
  tiny: {
    main: { invoices: 0, customers: 0, templates: 1, orders: 6, draftOrders: 3 },
    side: { invoices: 0, customers: 0, templates: 1, orders: 2, draftOrders: 2 },
  },
}

/** Starts the service with a profile's answers, some of them replaced, on a port of loopback (0: any). */
export async function startPlainServer(options: Options = {}): Promise<PlainServer> {
  const { profile = 'bureau', port = 0, answers: replaced = {} } = options
  const preset = PROFILES[profile]
  if (!preset) throw new RangeError(`no profile "${profile}"; there are ${Object.keys(PROFILES).join(', ')}`)
  const world = worldOf({ ...preset, ...replaced })
  const stores = storesOf(world)
  const server = await listen(port, world.answers, (request) => answered(world, request))
  const files = await filesServer(world, server)
  Object.assign(world.origins, { api: originOf(server), files: originOf(files) })
  const { side, main } = SIZES[world.answers.store]
  const ids = fillStore(world, stores.A, main)
  for (const store of [stores.B, stores.Free, stores.Limited]) fillStore(world, store, side)
  const close = async () => {
    for (const store of world.stores) store.bulk?.finish()
    await Promise.all([...new Set([server, files])].map(stop))
  }
  return { target: targetOf(world, stores, ids), stores, refusedEdits: world.refusedEdits, close }
}

function worldOf(answers: Answers): World {
  let id = answers.firstId
  const nextId = () => (id += answers.idStep)
  const secret = randomBytes(32).toString('hex')
  return {
    answers,
    stores: [],
    secret,
    downloads: new Map(),
    origins: { api: '', files: '' },
    refusedEdits: [],
    nextId,
  }
}

function storesOf(world: World): PlainServer['stores'] {
  const others = world.answers.otherQuotas === 'the same' ? world.answers.quota : undefined
  const a = storeOf('A', 'paid', undefined, others)
  const shared = world.answers.sharedOrders ? a : undefined
  const stores = {
    A: a,
    B: storeOf('B', 'paid', shared, others),
    Free: storeOf('Free', 'free', shared, others),
    Limited: storeOf('Limited', 'paid', shared, world.answers.quota),
  }
  world.stores.push(...Object.values(stores))
  return stores
}

/** An empty store; with `platform` it knows the same orders as that store. */
function storeOf(
  name: string,
  plan: Store['plan'],
  platform?: Store,
  quota = { limit: 1_000_000, windowMs: 60_000 },
): Store {
  return {
    name,
    apiKey: `${name.toLowerCase()}_${randomBytes(12).toString('hex')}K`,
    plan,
    quota: { ...quota, startedAt: 0, used: 0, apart: new Map() },
    orders: platform?.orders ?? new Map(),
    draftOrders: platform?.draftOrders ?? new Map(),
    invoices: new Map(),
    templates: new Map(),
    customers: new Map(),
    settings: {},
    emails: [],
    documents: new Map(),
    bulk: null,
  }
}

/** The server of the downloads: one of its own, or the API's. */
function filesServer(world: World, server: Server): Promise<Server> | Server {
  const { pdfPlace } = world.answers
  if (pdfPlace !== 'second port' && pdfPlace !== 'redirect') return server
  return listen(0, world.answers, ({ path, query }) => downloadReply(world, path, query) ?? { status: 404 })
}

function answered(world: World, request: Incoming): Reply {
  const { method, path, query, headers, body } = request
  const { basePath, hookToken } = world.answers
  const download = downloadReply(world, path, query)
  if (download) return download
  if (path.startsWith(`${basePath}/`)) return apiReply(world, request, path.slice(basePath.length))
  const welcome = hookToken === null || headers['x-hook-token'] === hookToken
  const hooked = welcome ? platformReply(world, method, path, () => parseJson(body)) : undefined
  return hooked ?? { status: 404, body: { message: 'nothing here' } }
}

function targetOf(
  { answers, origins }: World,
  stores: PlainServer['stores'],
  { orderIds, draftOrderIds }: { orderIds: number[]; draftOrderIds: number[] },
): Target {
  const hook = (method: string, path: string): Hook => ({
    method,
    url: `${origins.api}/platform/A/${path}`,
    ...(answers.hookToken !== null && { headers: { 'X-Hook-Token': answers.hookToken } }),
  })
  return {
    base_url: origins.api + answers.basePath,
    api_key: stores.A.apiKey,
    other_store_api_key: stores.B.apiKey,
    free_plan_api_key: stores.Free.apiKey,
    rate_limited_api_key: stores.Limited.apiKey,
    order_ids: orderIds,
    draft_order_ids: draftOrderIds,
    allow: ['all'],
    email_recipients: ['*'],
    hooks: {
      edit_order: hook('PATCH', 'orders/{order_id}'),
      edit_draft_order: hook('PATCH', 'draft_orders/{order_id}'),
      delete_order: hook('DELETE', 'orders/{order_id}'),
      emails: hook('GET', 'emails'),
      ...(answers.bulkHook !== 'none' && { finish_bulk: hook('POST', 'finish_bulk') }),
    },
    patience_seconds: 30,
  }
}
