import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMock, type StartedMock } from '../mock-server/index.ts'
import { schema } from '../schemas/schema-files.ts'
import type { InvoiceDetail, InvoicePdf, InvoiceSummary, Template } from '../schemas/types.ts'
import { listScenarios, readScenario } from './files.ts'

interface Body {
  invoices: InvoiceSummary[]
  invoice: InvoiceDetail & InvoicePdf
  templates: Template[]
  meta: { total: number; total_pages: number }
}

/** A scenario as somebody sees it who has a key of it. */
class Visitor {
  readonly #mock: StartedMock

  constructor(mock: StartedMock) {
    this.#mock = mock
  }

  key(store?: string): string {
    const { stores } = this.#mock
    const found = store === undefined ? stores[0] : stores.find(({ name }) => name === store)
    if (!found) throw new Error(`There is no store ${store}`)
    return found.api_key
  }

  /** Whatever comes, which need not be an answer. */
  send(request: string, { body, ...rest }: { body?: object; signal?: AbortSignal } = {}, store?: string) {
    const [method = '', path = ''] = request.split(' ')
    const headers = { 'x-auth-token': this.key(store) }
    return fetch(`${this.#mock.base_url}${path}`, {
      method,
      headers,
      ...rest,
      ...(body && { body: JSON.stringify(body) }),
    })
  }

  /** What the faults have done. */
  get faults() {
    return this.#mock.faults()
  }

  bulkActions(store: string) {
    return this.#mock.bulkActions(store)
  }

  finishBulk(store: string): Promise<boolean> {
    return this.#mock.finishBulk(store)
  }

  /** Orders of the store that have no invoice. */
  get openOrders() {
    return this.#mock.target.order_ids ?? []
  }

  async ask(request: string, store?: string): Promise<{ status: number; body: Body }> {
    const answer = await this.send(request, {}, store)
    // Each test reads what its request answers.
    return { status: answer.status, body: (await answer.json()) as Body }
  }

  async total(query: string): Promise<number> {
    return (await this.ask(`GET /invoices?${query}`)).body.meta.total
  }

  /** All invoices of a store in detail, by their notes. */
  async byNote(store?: string): Promise<Record<string, InvoiceDetail>> {
    const { body } = await this.ask('GET /invoices?per_page=250', store)
    const details = await Promise.all(
      body.invoices.map(async ({ slug }) => (await this.ask(`GET /invoices/${slug}`, store)).body.invoice),
    )
    return Object.fromEntries(details.map((invoice) => [invoice.note, invoice]))
  }

  async create(order_id: number, draft: boolean): Promise<InvoiceDetail> {
    const answer = await fetch(`${this.#mock.base_url}/invoices`, {
      method: 'POST',
      headers: { 'x-auth-token': this.key(), 'content-type': 'application/json' },
      body: JSON.stringify({ order_id, draft }),
    })
    return ((await answer.json()) as Body).invoice // valid by its schema: the mock sees to that
  }
}

type See = (visitor: Visitor) => Promise<void>

const TYPES = ['invoice', 'quote', 'pro_forma']
const STATUSES = [
  'paid',
  'pending',
  'partially_paid',
  'partially_refunded',
  'refunded',
  'voided',
  'authorized',
]

/** Of each scenario what its name promises. */
const PROMISES: Record<string, Record<string, See>> = {
  default: {
    'every type in every payment state, a page and more of them': async (visitor) => {
      expect(await visitor.total('')).toBe(75)
      for (const type of TYPES)
        for (const status of STATUSES)
          expect(
            await visitor.total(`invoice_type=${type}&financial_status=${status}`),
          ).toBeGreaterThanOrEqual(1)
    },
    'a store on the free plan': async (visitor) => {
      expect((await visitor.ask('GET /invoices', 'free')).status).toBe(403)
    },
  },
  empty: {
    'no invoice and no customer, but settings and a template': async (visitor) => {
      expect(await visitor.total('')).toBe(0)
      expect((await visitor.ask('GET /customers')).body.meta.total).toBe(0)
      expect((await visitor.ask('GET /templates')).body.templates).toHaveLength(1)
      expect((await visitor.ask('GET /settings')).status).toBe(200)
    },
  },
  small: {
    'three invoices, and a neighbour that has others': async (visitor) => {
      expect(await visitor.total('')).toBe(3)
      const theirs = (await visitor.ask('GET /invoices', 'neighbour')).body.invoices[0]?.slug
      expect((await visitor.ask(`GET /invoices/${theirs}`)).status).toBe(404)
    },
  },
  'many-invoices': {
    'a thousand invoices on 40 pages': async (visitor) => {
      expect((await visitor.ask('GET /invoices')).body.meta).toMatchObject({ total: 1000, total_pages: 40 })
    },
  },
  unicode: {
    'names in other scripts that a search finds': async (visitor) => {
      const { body } = await visitor.ask(`GET /invoices/search?q=${encodeURIComponent('🦄')}`)
      expect(body.invoices[0]?.customer_name).toBe('👩‍👩‍👧 🦄 Straße')
    },
  },
  'rate-limited': {
    'the sixth request is refused, and the other store not': async (visitor) => {
      const sent = Array.from({ length: 6 }, () => visitor.ask('GET /settings', 'strict'))
      const statuses = (await Promise.all(sent)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 429)).toHaveLength(1)
      expect((await visitor.ask('GET /settings', 'patient')).status).toBe(200)
    },
  },
  'free-plan': {
    'whatever is asked is refused with 403': async (visitor) => {
      for (const path of ['invoices', 'invoices/search?q=a', 'templates', 'customers', 'settings'])
        expect((await visitor.ask(`GET /${path}`)).status).toBe(403)
    },
    'the store like it on a paid plan is not': async (visitor) => {
      expect((await visitor.ask('GET /invoices', 'paid')).body.meta.total).toBe(6)
    },
  },
  'edited-order': {
    'an invoice shows the old order, and the new one once it is regenerated': async (visitor) => {
      const invoices = Object.values(await visitor.byNote())
      expect(invoices).toHaveLength(6)
      const after = await Promise.all(
        invoices.map(({ slug }) => visitor.ask(`POST /invoices/${slug}/regenerate`)),
      )
      const changed = invoices.map((before, at) => {
        const now = after[at]?.body.invoice
        return [before, now].map((one) => ({ ...one, updated_at: '' })).map((one) => JSON.stringify(one))
      })
      expect(changed.filter(([before, now]) => before !== now)).toHaveLength(5)
      const now = await visitor.byNote()
      expect(now['A teapot came on top.']).toMatchObject({
        total_price: '112.80',
        tax_lines: [{ price: '18.80' }],
      })
      expect(now['Ten percent less, as agreed by telephone.']).toMatchObject({
        invoice_type: 'quote',
        total_price: '518.40',
      })
      expect(now['Books are free of VAT.']).toMatchObject({ tax_lines: [], total_price: '80.00' })
    },
  },
  'two-stores': {
    'the same numbers, names and customers': async (visitor) => {
      const lists = await Promise.all(['north', 'south'].map((store) => visitor.ask('GET /invoices', store)))
      const [north, south] = lists.map(({ body }) =>
        body.invoices.map(({ number, order_name }) => `${number} ${order_name}`).toSorted(),
      )
      expect(north).toEqual(south)
      expect(Object.keys(await visitor.byNote('north'))).toContain('A book from the north.')
    },
    'and nothing of one can be seen with the key of the other': async (visitor) => {
      const { body } = await visitor.ask('GET /invoices', 'north')
      expect(body.invoices.length).toBeGreaterThan(1)
      for (const { slug } of body.invoices)
        expect((await visitor.ask(`GET /invoices/${slug}`, 'south')).status).toBe(404)
      expect((await visitor.ask('GET /customers?search=lea.brandt', 'south')).body.meta.total).toBe(1)
    },
  },
  'every-status': {
    'one invoice of each type in each payment state': async (visitor) => {
      expect(await visitor.total('')).toBe(28)
      for (const status of STATUSES) {
        expect(await visitor.total(`financial_status=${status}`)).toBe(4)
        for (const type of TYPES)
          expect(await visitor.total(`invoice_type=${type}&financial_status=${status}`)).toBe(1)
      }
    },
    'its note says which it is': async (visitor) => {
      expect((await visitor.byNote())['All of it came back (pro_forma).']).toMatchObject({
        invoice_type: 'pro_forma',
        financial_status: 'refunded',
      })
    },
  },
  'quotes-and-pro-formas': {
    'quotes and pro-formas beside invoices': async (visitor) => {
      const totals = await Promise.all(TYPES.map((type) => visitor.total(`invoice_type=${type}`)))
      expect(totals).toEqual([1, 2, 1])
    },
    'draft orders become what they are': async (visitor) => {
      expect(await visitor.create(8001, true)).toMatchObject({
        invoice_type: 'quote',
        total_price: '3924.62',
      })
      expect(await visitor.create(8002, true)).toMatchObject({ invoice_type: 'pro_forma' })
    },
    'one id names an order and a draft order': async (visitor) => {
      expect((await visitor.create(8100, true)).note).toBe('A draft order with the id of an order.')
      expect((await visitor.create(8100, false)).note).toBe('An order with the id of a draft order.')
    },
  },
  'packing-slips': {
    'three templates of packing slips, one of them pre-selected, each of which makes one': async (
      visitor,
    ) => {
      const { templates } = (await visitor.ask('GET /templates')).body
      const slips = templates.filter(({ template_type }) => template_type === 'packing_slip')
      expect(slips.filter((each) => each.pre_selected_orders)).toHaveLength(1)
      expect(slips).toHaveLength(3)
      const gift = (await visitor.byNote())['Gift: no prices in the parcel, please.']
      expect(gift?.billing_address.city).toBe('Köln')
      expect(gift?.shipping_address).toMatchObject({ first_name: 'Ole', city: 'München' })
      for (const { id } of slips)
        expect((await visitor.ask(`GET /invoices/${gift?.slug}/pdf?template_id=${id}`)).status).toBe(200)
    },
    'an order of 60 lines, one that goes abroad, one in part': async (visitor) => {
      const invoices = await visitor.byNote()
      expect(invoices['60 lines, more than one page.']?.line_items).toHaveLength(60)
      expect(invoices['Goes abroad.']?.shipping_address.country).toBe('France')
      expect(invoices['The boots follow in two weeks.']?.fulfillment_status).toBe('partial')
    },
  },
  'tax-cases': {
    'each case adds up': async (visitor) => {
      const found = Object.entries(await visitor.byNote())
      const sums = found.map(([note, { tax_lines, total_price, currency }]) => [
        note,
        [...tax_lines.map(({ price }) => price), total_price, currency].join(' '),
      ])
      expect(Object.fromEntries(sums)).toEqual({
        'VAT of 19 percent': '18.81 117.81 EUR',
        'GST of 10 percent': '16.50 181.50 AUD',
        'US sales tax of one state': '7.50 127.50 USD',
        'Three taxes on one line, each rounded': '3.20 3.60 0.30 87.09 USD',
        'Yen have no digits after the point': '98 1329 JPY',
        'Dinar have three digits after the point': '1.235 25.925 KWD',
        'Half a cent of tax is rounded up': '0.10 0.60 EUR',
        'A tax of zero percent, which is shown': '0.00 49.50 EUR',
        'No tax at all': '79.99 USD',
        'Nothing to pay': '0.00 0.00 GBP',
        'A discount as a negative line': '17.00 102.00 GBP',
        'Money back, a negative total': '-10.00 -60.00 GBP',
      })
    },
  },
  'month-end': {
    'a day holds what was made in it, to the millisecond': async (visitor) => {
      const on = (day: string) => visitor.total(`created_at_min=${day}&created_at_max=${day}`)
      expect(await on('2024-02-28')).toBe(1)
      expect(await on('2024-02-29')).toBe(2)
      expect(await on('2024-03-01')).toBe(1)
      expect(await on('2025-12-31')).toBe(3)
      expect(await on('2026-01-01')).toBe(2)
    },
    'a month and a year end at midnight UTC': async (visitor) => {
      expect(await visitor.total('created_at_min=2026-01-01&created_at_max=2026-01-31')).toBe(3)
      expect(await visitor.total('created_at_max=2024-12-31')).toBe(5)
      const invoices = await visitor.byNote()
      expect(invoices['2025 where it was made and 2026 in UTC']?.created_at).toBe('2026-01-01T00:30:00.000Z')
    },
  },
  'bulk-in-progress': {
    'a further bulk action is refused, in the other store it is taken': async (visitor) => {
      const begin = async (store: string) => {
        const { invoices } = (await visitor.ask('GET /invoices', store)).body
        const body = { invoice_ids: invoices.map(({ id }) => id) }
        return (await visitor.send('POST /invoices/bulk_pdf', { body }, store)).status
      }
      expect(await begin('busy')).toBe(409)
      expect(await begin('idle')).toBe(200)
    },
    'it is of all invoices, and its first document is made': async (visitor) => {
      expect(visitor.bulkActions('busy')).toMatchObject([{ status: 'processing', total_count: 40 }])
    },
    'it can be ended, and then another begins': async (visitor) => {
      await visitor.finishBulk('busy')
      const { invoices } = (await visitor.ask('GET /invoices')).body
      const body = { invoice_ids: invoices.map(({ id }) => id) }
      expect((await visitor.send('POST /invoices/bulk_pdf', { body })).status).toBe(200)
    },
  },
  'broken-service': {
    'an answer is lost whose work is done': async (visitor) => {
      const body = { order_id: visitor.openOrders[0] }
      await expect(visitor.send('POST /invoices', { body })).rejects.toThrow('fetch failed')
      expect((await visitor.send('POST /invoices', { body })).status).toBe(200)
    },
    'lists come late, each time another while': async (visitor) => {
      await visitor.ask('GET /invoices')
      await visitor.ask('GET /invoices')
      const late = visitor.faults.find(({ when }) => when.operation === 'listInvoices')
      expect(late?.played).toBeGreaterThan(1)
    },
    'the second search has to wait': async (visitor) => {
      const search = () => visitor.send('GET /invoices/search?q=BR')
      expect((await search()).status).toBe(200)
      const refused = await search()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
      expect((await search()).status).toBe(200)
    },
    'a customer is refused for a field, and a bulk action for another': async (visitor) => {
      const refused = await visitor.send('POST /customers', { body: { customer: {} } })
      expect([refused.status, await refused.json()]).toMatchObject([
        422,
        { errors: { 'customer.email': ['is taken'] } },
      ])
      expect((await visitor.send('POST /invoices/bulk_pdf', { body: {} })).status).toBe(409)
    },
    'a proxy answers in the place of the service, now and then': async (visitor) => {
      const { body } = await visitor.ask('GET /invoices')
      const reads = body.invoices
        .concat(body.invoices)
        .map(({ slug }) => visitor.send(`GET /invoices/${slug}`))
      const answers = await Promise.all(reads)
      const down = answers.filter(({ status }) => status === 503)
      expect(down.length).toBeGreaterThan(0)
      expect(down.length).toBeLessThan(answers.length / 2)
      expect(await down[0]?.text()).toMatch(/^<html>/)
    },
    'two connections are reset before there are customers': async (visitor) => {
      await expect(visitor.send('GET /customers')).rejects.toThrow('fetch failed')
      await expect(visitor.send('GET /customers')).rejects.toThrow('fetch failed')
      expect((await visitor.send('GET /customers')).status).toBe(200)
    },
    'the settings hang until the client gives up': async (visitor) => {
      const patience = new AbortController()
      const read = visitor.send('GET /settings', { signal: patience.signal })
      const hangs = () => visitor.faults.some(({ fault, played }) => fault.kind === 'hang' && played === 1)
      while (!hangs()) await setImmediate()
      patience.abort()
      await expect(read).rejects.toThrow('aborted')
      expect((await visitor.send('GET /settings')).status).toBe(200)
    },
    'the templates end too early, and one of them is garbage': async (visitor) => {
      await expect((await visitor.send('GET /templates')).json()).rejects.toThrow('terminated')
      const [template] = (await visitor.ask('GET /templates')).body.templates
      const garbled = await visitor.send(`GET /templates/${template?.id}`)
      expect(garbled.headers.get('content-type')).toMatch('application/json')
      await expect(garbled.json()).rejects.toThrow('JSON')
      expect((await visitor.send(`GET /templates/${template?.id}`)).status).toBe(200)
    },
    'a document is late, then expired, then slow': async (visitor) => {
      const { body } = await visitor.ask('GET /invoices')
      const { invoice } = (await visitor.ask(`GET /invoices/${body.invoices[0]?.slug}/pdf`)).body
      expect((await fetch(invoice.pdf_url)).status).toBe(403)
      const slow = await fetch(invoice.pdf_url)
      const { value } = (await slow.body?.getReader().read()) ?? {}
      expect(value?.length).toBeLessThan(Number(slow.headers.get('content-length')))
    },
    'there is a fault of each kind, and each was met': async (visitor) => {
      const kinds = schema('desk/fault-effect').oneOf?.map(({ properties }) => properties?.kind?.enum?.[0])
      expect(new Set(visitor.faults.map(({ fault }) => fault.kind))).toEqual(new Set(kinds))
      expect(visitor.faults.filter(({ played }) => played === 0)).toEqual([])
    },
  },
  large: {
    'many pages, and a last one': async (visitor) => {
      const { body } = await visitor.ask('GET /invoices?per_page=25&page=80')
      expect(body.meta).toMatchObject({ total: 2000, total_pages: 80 })
      expect(body.invoices).toHaveLength(25)
    },
  },
}

test('of every scenario it is told what it promises', () => {
  expect(Object.keys(PROMISES).toSorted()).toEqual(listScenarios())
})

test('every scenario says in a sentence what it is for', () => {
  for (const name of listScenarios()) expect(readScenario(name).description).toMatch(/^[A-Z].{40,400}[.?]$/s)
})

/** As much of a scenario as its promises need: that all of `large` can be made, the loader's test shows. */
const SIZED: Readonly<Record<string, string>> = { large: 'large:2000' }

describe.each(Object.entries(PROMISES))('%s', (scenario, promises) => {
  let mock: StartedMock
  beforeAll(async () => {
    mock = await startMock({ scenario: SIZED[scenario] ?? scenario })
  })
  afterAll(() => mock.close())

  test.each(Object.entries(promises))('%s', async (_, see) => {
    expect.hasAssertions()
    await see(new Visitor(mock))
  })
})
