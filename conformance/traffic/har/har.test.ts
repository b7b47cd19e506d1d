import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { invoiceSummary, makeInvoice, makeSettings } from '../../../fixtures/index.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { VALUE_FILTERS } from '../../clauses/filters/filters.ts'
import { parseTarget } from '../../server/load-target.ts'
import { outcomeOf } from '../outcome.ts'
import { Traffic } from '../traffic.ts'
import { baseOf } from './base-of.ts'
import { isMasked, judgeEntries, ofBase } from './judge-har.ts'
import { readHar, type Har } from './read-har.ts'

const folder = mkdtempSync(join(tmpdir(), 'har-'))
afterAll(() => rmSync(folder, { recursive: true }))

const START = Date.UTC(2026, 0, 2)
const API = 'https://billing.example/v1/api'
const customer = (id: number, more: object = {}) => ({
  id,
  email: `c${id}@example.com`,
  first_name: 'Ada',
  last_name: 'Byron',
  phone: '',
  tax_number: '',
  eori_number: '',
  tags: '',
  platform_customer_id: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...more,
})

interface Step {
  method?: string
  path: string
  /** Seconds from the beginning, and how long it takes. */
  at: number
  takes?: number
  status?: number
  sent?: object
  /** What is sent as it stands, instead. */
  text?: string
  answered?: object
  key?: string
  base64?: boolean
}

function entry({
  method = 'GET',
  path,
  at,
  takes = 0.1,
  status = 200,
  sent,
  text: raw,
  answered,
  key = 'k-1',
  base64,
}: Step) {
  const text = answered === undefined ? '' : JSON.stringify(answered)
  return {
    startedDateTime: new Date(START + at * 1000).toISOString(),
    time: takes * 1000,
    request: {
      method,
      url: path.startsWith('http') ? path : API + path,
      headers: [
        { name: ':authority', value: 'billing.example' },
        { name: 'X-Auth-Token', value: key },
        { name: 'Content-Type', value: 'application/json' },
      ],
      bodySize: 0,
      ...((sent ?? raw) && {
        postData: { mimeType: 'application/json', text: raw ?? JSON.stringify(sent) },
      }),
    },
    response: {
      status,
      headers: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'Content-Encoding', value: 'br' },
      ],
      content: base64 ? { text: Buffer.from(text).toString('base64'), encoding: 'base64' } : { text },
    },
  }
}

function har(...steps: Step[]): Har {
  const file = join(folder, 'session.har')
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries: steps.map(entry) } }))
  return readHar(file)
}

async function judged({ entries }: Har): Promise<Traffic> {
  const base_url = baseOf(entries) ?? ''
  const { own } = ofBase(entries, base_url)
  const target = parseTarget({ base_url, api_key: '-' })
  const traffic = await Traffic.open({ target, isMasked: isMasked(own) })
  await judgeEntries(traffic, own)
  await traffic.close()
  return traffic
}

async function failing(recording: Har): Promise<string[]> {
  const { verdicts } = outcomeOf(await judged(recording), 0)
  return verdicts.flatMap(({ clause, outcome }) => (outcome === 'fail' || outcome === 'error' ? clause : []))
}

const created: Step = {
  method: 'POST',
  path: '/customers',
  at: 0,
  status: 201,
  sent: { customer: { first_name: 'Ada' } },
  answered: { customer: customer(5) },
}
const read: Step = { path: '/customers/5', at: 2, answered: { customer: { ...customer(5), addresses: [] } } }
const gone: Step = { path: '/customers/5', at: 2, status: 404, answered: { error: 'Not found' } }
const deleted: Step = { method: 'DELETE', path: '/customers/5', at: 1, status: 204 }

const anew = {
  answered: {
    customer: { ...customer(5, { created_at: new Date(START + 1500).toISOString() }), addresses: [] },
  },
}

const invoice = makeInvoice({ seed: 1 })
const invoiced: Step = {
  method: 'POST',
  path: '/invoices',
  at: 0,
  sent: { order_id: 5 },
  answered: { invoice },
}
/** What the settings say of a name, which may be null where it was emptied. */
const named = (business_name: string | null) => ({
  answered: { settings: { ...makeSettings({ seed: 1 }), business_name } },
})
const renamed = (to: string, more: Partial<Step> = {}): Step => ({
  method: 'PATCH',
  path: '/settings',
  at: 1,
  sent: { settings: { business_name: to } },
  ...named(to || null),
  ...more,
})
const unnamed: Step = { path: '/settings', at: 9, ...named(null) }

const listOf = (...invoices: object[]) => ({
  invoices,
  meta: { total: invoices.length, page: 1, per_page: 25, total_pages: invoices.length === 0 ? 0 : 1 },
})

describe('what recorded traffic shows by itself:', () => {
  test('nothing where all is as it should be, packed as base64 or not', async () => {
    expect(await failing(har(created, { ...read, base64: true }))).toEqual([])
    expect(await failing(har(created, deleted, gone))).toEqual([])
    const all = { path: '/invoices', at: 1, answered: listOf(invoiceSummary(invoice)) }
    const ofOthers = { path: '/invoices?invoice_type=quote', at: 2, answered: listOf() }
    expect(await failing(har(invoiced, all, ofOthers))).toEqual([])
  })

  test.each<[string, Step[], string[]]>([
    ['what was created is not found', [created, gone], ['customers.create']],
    [
      'it is read otherwise',
      [
        created,
        { ...read, answered: { customer: { ...customer(5, { last_name: 'King' }), addresses: [] } } },
      ],
      ['customers.create'],
    ],
    [
      'what was deleted is still there, to the byte',
      [created, { ...read, at: 0.5 }, deleted, read],
      ['customers.delete'],
    ],
    ['what was deleted is still there', [created, deleted, read], ['customers.delete']],
    [
      'it is, and something was made meanwhile',
      [created, deleted, { ...invoiced, at: 1.5 }, read],
      ['customers.delete'],
    ],
    [
      'an invoice that was created is not read',
      [invoiced, { path: `/invoices/${invoice.slug}`, at: 1, status: 404, answered: { error: 'Not found' } }],
      ['create.persists'],
    ],
    [
      'an invoice that was created is not listed, to the byte',
      [
        { path: '/invoices', at: -1, answered: listOf() },
        invoiced,
        { path: '/invoices', at: 1, answered: listOf() },
      ],
      ['create.persists'],
    ],
    [
      'an invoice that was created is not found by its number',
      [
        invoiced,
        { path: `/invoices/search?q=${encodeURIComponent(invoice.number)}`, at: 1, answered: listOf() },
      ],
      ['create.persists'],
    ],
    [
      'another record is answered',
      [{ ...read, answered: { customer: { ...customer(6), addresses: [] } } }],
      ['customers.read'],
    ],
    [
      'it does not show what it was given',
      [{ ...created, sent: { customer: { first_name: 'Grace' } } }],
      ['customers.create'],
    ],
    [
      'two pages share a record',
      [1, 2].map((page) => ({
        path: `/customers?page=${page}&per_page=2`,
        at: page,
        answered: {
          customers: page === 1 ? [customer(9), customer(8)] : [customer(8), customer(7)],
          meta: { total: 4, page, per_page: 2, total_pages: 2 },
        },
      })),
      ['customers.list'],
    ],
  ])('%s', async (_, steps, clauses) => {
    expect(await failing(har(...steps))).toEqual(clauses)
  })
})

const limited: Step = {
  path: '/settings',
  at: 0,
  status: 429,
  answered: { error: 'Too many', retry_after: 5, message: 'Wait' },
}

describe('a client that was told to wait', () => {
  test.each<[string, Step[], boolean]>([
    ['does not', [limited, { ...read, at: 2 }], true],
    ['does', [limited, { ...read, at: 5.1 }], false],
    ['does, by a timer that is a little early', [limited, { ...read, at: 4.9 }], false],
    [
      'had sent it before',
      [
        { ...limited, takes: 2 },
        { ...read, at: 1, takes: 2 },
      ],
      false,
    ],
    ['has another key', [limited, { ...read, at: 2, key: 'k-2' }], false],
    [
      'may be another one, where keys are masked',
      [
        { ...limited, key: '***' },
        { ...read, at: 2, key: '***' },
      ],
      false,
    ],
    [
      'may have been told milliseconds',
      [{ ...limited, answered: { error: '', retry_after: 800 } }, read],
      false,
    ],
  ])('%s', async (_, steps, isEarly) => {
    const { mistakes } = await judged(har(...steps))
    expect([...mistakes.all.values()].map(({ rule }) => rule)).toEqual(isEarly ? ['ignored-429'] : [])
  })
})

const badKey: Step = { path: '/settings', at: 0, status: 401, key: 'gone', answered: { error: 'No' } }
const wrong = (more: Partial<Step>): Step => ({
  path: '/customers',
  at: 1,
  status: 422,
  answered: { error: 'Invalid', errors: { base: ['is wrong'] } },
  ...more,
})
const missing = wrong({ method: 'POST', sent: {} })
const made = (at: number, status: number): Step => ({
  method: 'POST',
  path: '/invoices',
  at,
  status,
  sent: { order_id: 7 },
  answered: { invoice: { id: 1, slug: 'the-same' } },
})

describe('what mistakes of clients show of the dialect:', () => {
  test.each<[string, Step[], object]>([
    ['a key that is none', [badKey], { 'status.unauthorized': 401 }],
    ['a plan', [badKey, wrong({ status: 403, answered: { error: 'Plan' } })], { 'body.forbidden': 'error' }],
    ['an odd id', [wrong({ path: '/customers/abc' })], { 'errors.non_integer_id': 'unprocessable' }],
    ...keysOf(VALUE_FILTERS).map((filter): [string, Step[], object] => [
      `an odd ${filter}`,
      [wrong({ path: `/invoices?${filter}=payed` })],
      { 'filters.unknown_value': 'rejected' },
    ]),
    [
      'too much on a page of a search',
      [wrong({ path: '/invoices/search?q=a&per_page=900' })],
      { 'pagination.search_out_of_range': 'rejected' },
    ],
    ['nothing to search', [wrong({ path: '/invoices/search?q=' })], { 'search.empty_q': 'unprocessable' }],
    [
      'a type of template',
      [wrong({ method: 'POST', path: '/templates', sent: { template: { name: 'A', template_type: 'x' } } })],
      { 'errors.structure': 'base' },
    ],
    [
      'no JSON',
      [missing, wrong({ method: 'POST', text: '{"customer": ', status: 400, answered: { error: 'JSON' } })],
      { 'errors.malformed_json': 'bad_request', 'status.unprocessable': 422 },
    ],
    ['an order twice', [made(0, 201), made(2, 200)], { 'status.existing': 200 }],
  ])('%s', async (_, steps, learned) => {
    const { observations } = await judged(har(...steps))
    const values = Object.fromEntries([...observations.seen].map(([key, { value }]) => [key, value]))
    expect(values).toMatchObject(learned)
  })

  test('nothing, where it may be another mistake', async () => {
    const { observations } = await judged(
      har(
        wrong({ path: '/invoices/search?q=&per_page=900' }),
        wrong({ status: 403, answered: { error: 'No' } }),
      ),
    )
    expect([...observations.seen.keys()]).toEqual([])
  })
})

describe('what it may not be blamed for:', () => {
  test.each<[string, Step[]]>([
    ['an answer that overlaps with a deletion', [created, { ...deleted, takes: 5 }, gone]],
    ['a deletion whose answer got lost', [created, { ...deleted, status: 0 }, gone]],
    [
      'an id that is given again to whom an invoice files',
      [created, deleted, { ...invoiced, at: 1.5 }, { ...read, ...anew }],
    ],
    [
      'an id that is given again to what was sent wrong, and taken',
      [
        created,
        deleted,
        { ...created, at: 1.5, sent: { customer: { first_name: 5 } }, ...anew },
        { ...read, ...anew },
      ],
    ],
    ['a record of long ago', [created, { ...gone, at: 3600 }]],
    [
      'a list that was asked for beside a creation',
      [
        { ...invoiced, takes: 5 },
        { path: '/invoices', at: 1, answered: listOf() },
      ],
    ],
    [
      'a page that is not all there is',
      [
        invoiced,
        {
          path: '/invoices?per_page=1',
          at: 1,
          answered: {
            invoices: [invoiceSummary(makeInvoice({ seed: 2 }))],
            meta: { total: 2, page: 1, per_page: 1, total_pages: 2 },
          },
        },
      ],
    ],
    ['another key, which may be that of another store', [created, { ...gone, key: 'k-2' }]],
    [
      'masked keys, which may be those of two stores',
      [
        { ...created, key: '***' },
        { ...gone, key: '***' },
      ],
    ],
    [
      'a record that somebody else updated',
      [
        created,
        {
          ...read,
          answered: {
            customer: {
              ...customer(5, { last_name: 'King', updated_at: '2026-01-02T00:00:01Z' }),
              addresses: [],
            },
          },
        },
      ],
    ],
    [
      'a name that was emptied by what was sent wrong, and taken',
      [
        { path: '/settings', at: 0, ...named('Ada & Co') },
        renamed('', { sent: { settings: { business_name: '', default_due_days: 'ten' } } }),
        unnamed,
      ],
    ],
    [
      'a name that was emptied while another was given',
      [renamed('', { takes: 1 }), renamed('Ada & Co', { takes: 2 }), unnamed],
    ],
    [
      'a request that the contract does not know',
      [{ path: '/customers/abc', at: 0, status: 422, answered: {} }],
    ],
  ])('%s', async (_, steps) => {
    expect(await failing(har(...steps))).toEqual([])
  })
})

test('finds where the API lies, and leaves other hosts alone', () => {
  const { entries } = har(read, gone, { path: 'https://cdn.example/settings', at: 0 }, { path: '/', at: 0 })
  expect(baseOf(entries)).toBe(API)
  expect(ofBase(entries, API)).toMatchObject({ own: { length: 3 }, others: 1 })
  expect(baseOf(har({ path: '/nothing', at: 0 }).entries)).toBeNull()
})

test.each([
  ['no such file', null, /^cannot read .*: there is no such file$/],
  ['no JSON', '{"log":', /is no HAR: it is no JSON$/],
  ['no entries', '{"log":{"entries":{}}}', /is no HAR: it has no list log\.entries$/],
  ['another thing', '[1]', /is no HAR: it has no list log\.entries$/],
])('tells in one line what is wrong with a file: %s', (name, content, says) => {
  const file = join(folder, `${name}.har`)
  if (content !== null) writeFileSync(file, content)
  expect(() => readHar(file)).toThrow(says)
})

const POST = { method: 'POST', url: `${API}/customers` }
const GET = { method: 'GET', url: `${API}/settings` }
const lengthOf = (length: number) => [{ name: 'content-length', value: `${length}` }]

test.each([
  ['of no size', GET, { content: { size: -1, _file: 'a.json' } }, '', null],
  ['told by nothing', GET, { content: { mimeType: 'application/json' } }, '', null],
  ['without content', GET, {}, '', null],
  ['of a size that its length denies', GET, { headers: lengthOf(9), content: { size: 0 } }, '', null],
  ['of size 0', GET, { content: { size: 0 } }, '', ''],
  ['of length 0', GET, { headers: lengthOf(0), content: {} }, '', ''],
  ['204', GET, { status: 204, content: { size: -1 } }, '', ''],
  ['a text of nothing', { ...GET, bodySize: -1 }, { content: { text: '' } }, '', ''],
  ['sent, in a file', { ...POST, bodySize: -1, postData: { _file: 'b.json' } }, {}, null, null],
  ['sent, of a length', { ...POST, bodySize: 0, headers: lengthOf(50) }, {}, null, null],
  ['sent, of no size', { ...POST, bodySize: -1 }, {}, null, null],
  ['sent, of size 0', { ...POST, bodySize: 0 }, {}, '', null],
])('a body %s is taken for none only where it is known', (_, request, response, sent, answered) => {
  const file = join(folder, 'bodies.har')
  const one = { startedDateTime: new Date(START), time: 1, request, response: { status: 200, ...response } }
  writeFileSync(file, JSON.stringify({ log: { entries: [one] } }))
  const [recorded] = readHar(file).entries
  expect([recorded?.body?.toString() ?? null, recorded?.answer.body?.toString() ?? null]).toEqual([
    sent,
    answered,
  ])
})

test('entries that are none are counted, not tripped over', () => {
  const file = join(folder, 'odd.har')
  writeFileSync(
    file,
    JSON.stringify({ log: { entries: [null, 5, {}, { request: { method: 'GET', url: ':' } }] } }),
  )
  expect(readHar(file)).toEqual({ entries: [], unread: 4 })
})

test('what a list shows wrongly is told in its own words, and what it shows rightly is counted once', async () => {
  const list = listOf({ ...invoice, order_name: 'für Zoë', total_price: 'zwölf €' })
  const traffic = await judged(har({ path: '/invoices', at: 0, answered: list }))
  const { failures } = traffic.of('shape.money')
  expect(failures).toMatchObject([{ got: '"zwölf €"', exchanges: [{ response: { status: 200 } }] }])
  expect(failures[0]?.exchanges[0]?.response.text).toContain('für Zoë')
  expect(traffic.of('shape.meta').passes).toBe(1)
})
