import { unescape } from 'node:querystring'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMock, type StartedMock } from '../../mock-server/index.ts'
import { PERMISSIONS, type Permission } from '../../schemas/permissions.ts'
import { run } from '../run/run.ts'
import { parseTarget } from '../server/load-target.ts'
import { recordingProxy, type Received, type RecordingProxy } from './testing/recording-proxy.ts'

// Every check under every single permission, against a recording server. What arrived is judged by the raw requests
// alone: nothing here knows the rules by which the client refuses.

/** `npm run test:long` tries every permission, `npm test` two of them. */
const TRIED: readonly (Permission | null)[] =
  process.env['LONG'] === 'all' ? [null, ...PERMISSIONS] : [null, 'writes']

let mock: StartedMock
let api: RecordingProxy
let admin: RecordingProxy

beforeAll(async () => {
  mock = await startMock({ scenario: 'default', seed: 3 })
  api = await recordingProxy(mock.base_url)
  admin = await recordingProxy(mock.admin_url)
})
afterAll(async () => {
  await api.close()
  await admin.close()
  await mock.close()
})

/** Requests of a run with one permission, or none, to the API and to its hooks. */
async function sentWith(permission: Permission | null): Promise<{ api: Received[]; hooks: Received[] }> {
  api.received.length = 0
  admin.received.length = 0
  const hooks = Object.fromEntries(
    Object.entries(mock.target.hooks ?? {}).map(([name, hook]) => [
      name,
      { ...hook, url: hook.url.replace(mock.admin_url, admin.base_url) },
    ]),
  )
  const allow = permission === null ? [] : [permission]
  await run(parseTarget({ ...mock.target, base_url: api.base_url, hooks, allow }), { seed: 5, runs: 2 })
  return { api: [...api.received], hooks: [...admin.received] }
}

const pathOf = ({ url }: Received): string => url.split('?')[0]?.replace('/api/v1/external', '') ?? ''
const queryOf = ({ url }: Received): URLSearchParams => new URL(url, 'http://x').searchParams
const keys = (): string[] =>
  [mock.target.api_key, mock.target.other_store_api_key, mock.target.free_plan_api_key].filter(
    (key): key is string => key !== undefined,
  )

/** The real keys occur in X-Auth-Token and nowhere else. */
function hasKeyElsewhere({ url, headers, body }: Received): boolean {
  const { 'x-auth-token': _, ...others } = headers
  const text = `${unescape(url)} ${JSON.stringify(others)} ${body}`
  return keys().some((key) => text.toLowerCase().includes(key.toLowerCase()))
}

/** A request that needs no permission, by its raw form. */
function isPlainRead(request: Received): boolean {
  if (request.method !== 'GET' || hasKeyElsewhere(request)) return false
  const isSegmentPlain = pathOf(request)
    .split('/')
    .every((segment) => /^[\w.-]*$/.test(segment))
  return isSegmentPlain && [...queryOf(request)].every(([name, value]) => isPlainValue(name, value))
}

function isPlainValue(name: string, value: string): boolean {
  if (['page', 'per_page'].includes(name)) return /^-?\d{1,16}$/.test(value)
  if (name.startsWith('created_at')) return /^\d{4}-\d{2}-\d{2}$/.test(value)
  if (['template_id', 'packing_slip'].includes(name)) return false
  return value.length <= 200 && !/<\/?[a-z]|\p{Cc}|\$\{|drop table|\.\.\//iu.test(value)
}

const isTo =
  (path: RegExp, ...methods: string[]) =>
  (request: Received) =>
    methods.includes(request.method) && path.test(pathOf(request))

/** Raw requests that each permission adds to plain reading. */
const ADDED: Record<Permission, (request: Received) => boolean> = {
  documents: (request) => request.method === 'GET' && /\/pdf$|^\/documents\//.test(pathOf(request)),
  'hostile-input': ({ method }) => ['GET', 'HEAD', 'OPTIONS'].includes(method),
  'key-exposure': ({ method }) => method === 'GET',
  writes: isTo(/^\/(templates|customers)(\/[\w-]+)?$|^\/settings$/, 'POST', 'PATCH', 'DELETE'),
  settings: () => false,
  invoices: isTo(/^\/invoices$|\/regenerate$/, 'POST'),
  orders: () => false,
  email: isTo(/\/send_email$/, 'POST'),
  bulk: isTo(/\/bulk_pdf$/, 'POST'),
  'rate-limit': ({ method }) => method === 'GET',
}

/** Settings that nothing uses while the switches of the scenario are off. */
const DORMANT = [
  'automatic_invoicing_with_payment_link',
  'email_body_template',
  'email_subject_template',
  'financial_status',
  'fulfillment_status',
  'invoice_bcc_email',
  'payment_reminder_interval',
  'payment_reminder_when',
]

const isRealKey = ({ headers }: Received) => keys().includes(String(headers['x-auth-token']))

describe.each(TRIED.map((permission) => [permission ?? 'no permission', permission] as const))(
  'with %s',
  (_, permission) => {
    let sent: Awaited<ReturnType<typeof sentWith>>
    let slugs: Set<string>

    beforeAll(async () => {
      const answer = await fetch(`${mock.base_url}/invoices?per_page=250`, {
        headers: { 'x-auth-token': mock.target.api_key },
      })
      // As the mock answers its list.
      const { invoices } = (await answer.json()) as { invoices: { slug: string }[] }
      slugs = new Set(invoices.map(({ slug }) => slug))
      sent = await sentWith(permission)
    })

    test('nothing arrived that the table does not name', () => {
      const strays = sent.api.filter(
        (request) => !isPlainRead(request) && !(permission && ADDED[permission](request)),
      )
      expect(strays.map(({ method, url, body }) => `${method} ${url} ${body.slice(0, 100)}`)).toEqual([])
      expect(sent.api.length).toBeGreaterThan(500)
    })

    test.skipIf(permission === 'key-exposure')('the real keys arrived in X-Auth-Token alone', () => {
      expect(sent.api.filter(hasKeyElsewhere).map(({ url }) => url)).toEqual([])
    })

    test.skipIf(permission === 'hostile-input')('ten wrong keys arrived at most', () => {
      const wrong = sent.api.filter(({ headers }) => (headers['x-auth-token'] ?? '') !== '')
      expect(
        wrong.filter((request) => !isRealKey(request) && !isLimited(request)).length,
      ).toBeLessThanOrEqual(10)
    })

    test.skipIf(permission === 'documents')('three documents of invoices were asked for at most', () => {
      const documents = sent.api.filter(
        (request) => pathOf(request).endsWith('/pdf') && slugs.has(pathOf(request).split('/')[2] ?? ''),
      )
      expect(documents.filter(isRealKey).length).toBeLessThanOrEqual(3)
    })

    test('no hook that writes was called', () => {
      const writing = sent.hooks.filter(({ method, url }) => method !== 'GET' && !/bulk_actions/.test(url))
      expect(writing.map(({ method, url }) => `${method} ${url}`)).toEqual([])
    })

    test.runIf(permission === 'writes')('only settings that nothing uses were changed', () => {
      const updates = sent.api.filter(isTo(/^\/settings$/, 'PATCH'))
      const names = new Set(updates.flatMap(({ body }) => Object.keys(settingsIn(body))))
      expect([...names].filter((name) => !DORMANT.includes(name))).toEqual([])
      expect(names.size).toBeGreaterThan(4)
    })
  },
)

const isLimited = ({ headers }: Received) => headers['x-auth-token'] === mock.target.rate_limited_api_key

function settingsIn(body: string): object {
  const { settings } = JSON.parse(body) as { settings?: unknown } // a body of the run
  return typeof settings === 'object' && settings !== null ? settings : {}
}
