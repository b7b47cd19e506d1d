import { describe, expect, test } from 'vitest'
import { FINANCIAL_STATUSES } from '../fixtures/orders.ts'
import { orderTotals } from '../schemas/commerce/totals.ts'
import { DEFAULT_DIALECT } from '../schemas/dialect.ts'
import type { Dialect, SchemaName } from '../schemas/types.ts'
import { IS_LONG } from '../schemas/testing/sample.ts'
import { validate } from '../schemas/validate.ts'
import { listScenarios } from './files.ts'
import { buildScenario, loadScenario } from './loader.ts'
import type { State, StoreState } from './state.ts'

const NOW = Date.parse('2026-05-04T10:20:30.456Z')
const DAY_MS = 86_400_000
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const load = (name: string, dialect: Partial<Dialect> = {}, seed = 1): State =>
  loadScenario(name, { seed, now: NOW, dialect: { ...DEFAULT_DIALECT, ...dialect } })

const build = (store: object, dialect: Partial<Dialect> = {}): StoreState => {
  const value = { description: 'One', stores: [{ name: 'one', api_key: 'test_key_one_store', ...store }] }
  const state = buildScenario(value, { seed: 1, now: NOW, dialect: { ...DEFAULT_DIALECT, ...dialect } })
  return only(state.stores)
}

function only<Value>([value]: Value[]): Value {
  if (value === undefined) throw new Error('There is none')
  return value
}

/** Every id of a state that the API shows, but those of the orders. */
const recordIds = ({ stores }: State): number[] =>
  stores.flatMap(({ templates, customers, invoices }) => [
    ...templates.map(({ id }) => id),
    ...customers.flatMap(({ id, addresses }) => [id, ...addresses.map((address) => address.id)]),
    ...invoices.map(({ id }) => id),
  ])

const orderOf = (
  { orders, draft_orders }: StoreState,
  { order_id, draft }: { order_id: number; draft: boolean },
) => only((draft ? draft_orders : orders).filter(({ id }) => id === order_id))

/** Ids of the orders, or the draft orders, that have no invoice. */
function openIds({ orders, draft_orders, invoices }: StoreState, draft: boolean): number[] {
  const invoiced = new Set(invoices.flatMap((each) => (each.draft === draft ? [each.order_id] : [])))
  return (draft ? draft_orders : orders).map(({ id }) => id).filter((id) => !invoiced.has(id))
}

const repeated = <Value>(values: Value[]) => values.filter((value, index) => values.indexOf(value) !== index)

const DIALECTS: [name: string, Partial<Dialect>][] = [
  ['the default dialect', {}],
  ['large ids', { 'format.ids': 'large' }],
  ['country codes', { 'format.country': 'code' }],
  ['slugs of version 7', { 'format.slug': { version: 7, case: 'upper' } }],
]

/** The scenarios of the kit but one, which is many-invoices again, and takes seconds. */
const SCENARIOS = listScenarios().filter((name) => name !== 'large')

describe.each(SCENARIOS)('scenario %s', (name) => {
  const state = load(name)

  test.each(DIALECTS)('holds valid records under %s', (_, dialect) => {
    const schemas: [SchemaName, (store: StoreState) => unknown[]][] = [
      ['resources/settings', ({ settings }) => [settings]],
      ['resources/template', ({ templates }) => templates],
      ['resources/customer-detail', ({ customers }) => customers],
      ['platform/order', ({ orders }) => orders],
      ['platform/draft-order', ({ draft_orders }) => draft_orders],
    ]
    for (const store of load(name, dialect).stores)
      for (const [schema, records] of schemas)
        expect(records(store).flatMap((record) => validate(schema, record))).toEqual([])
  })

  test('bears amounts that add up', () => {
    for (const { orders, draft_orders } of state.stores)
      for (const order of [...orders, ...draft_orders])
        expect(order.tax_lines).toEqual(orderTotals(order).tax_lines)
  })

  test('uses each id once, and order ids once in each kind', () => {
    expect(repeated(recordIds(state))).toEqual([])
    expect(repeated(state.stores.flatMap(({ orders }) => orders.map(({ id }) => id)))).toEqual([])
    expect(repeated(state.stores.flatMap(({ draft_orders }) => draft_orders.map(({ id }) => id)))).toEqual([])
    expect(recordIds(state).filter((id) => id >= state.next_id)).toEqual([])
  })

  test('shows every invoice an order of its kind that is older', () => {
    for (const store of state.stores)
      for (const invoice of store.invoices) {
        const order = orderOf(store, invoice)
        expect(order.processed_at < invoice.created_at).toBe(true)
        expect(['quote', 'pro_forma'].includes(invoice.invoice_type)).toBe(invoice.draft)
      }
  })

  test('has no order that two invoices show, no number and no slug twice', () => {
    for (const { invoices } of state.stores) {
      expect(repeated(invoices.map(({ order_id, draft }) => `${draft} ${order_id}`))).toEqual([])
      expect(repeated(invoices.map(({ number }) => number))).toEqual([])
      expect(repeated(invoices.map(({ slug }) => slug))).toEqual([])
    }
  })

  test('lies in the past, in UTC with milliseconds', () => {
    for (const { templates, customers, orders, draft_orders, invoices } of state.stores) {
      const stamps = [
        ...[...templates, ...customers, ...invoices].flatMap((record) => [
          record.created_at,
          record.updated_at,
        ]),
        ...[...orders, ...draft_orders].map((order) => order.processed_at),
      ]
      expect(stamps.filter((stamp) => !UTC.test(stamp) || Date.parse(stamp) > NOW)).toEqual([])
      expect(invoices.filter(({ created_at, updated_at }) => updated_at < created_at)).toEqual([])
    }
  })

  test('is the same for the same seed, and another for another', () => {
    expect(load(name)).toEqual(state)
    expect(load(name, {}, 2)).not.toEqual(state)
  })
})

describe('the default scenario', () => {
  const state = load('default')
  const store = (name: string) => only(state.stores.filter((each) => each.store.name === name))
  const rich = store('rich')

  test('has a rich, a second, a free and a limited store with known keys', () => {
    expect(state.stores.map((each) => each.store)).toEqual([
      { id: 1, name: 'rich', plan: 'paid', api_key: 'test_key_rich_store', quota: null },
      { id: 2, name: 'second', plan: 'paid', api_key: 'test_key_second_store', quota: null },
      { id: 3, name: 'free', plan: 'free', api_key: 'test_key_free_store', quota: null },
      {
        id: 4,
        name: 'limited',
        plan: 'paid',
        api_key: 'test_key_limited_store',
        quota: { requests: 5, window_seconds: 2 },
      },
    ])
  })

  test('has 75 invoices: every type in every payment state', () => {
    const kinds = rich.invoices.map(
      (invoice) => `${invoice.invoice_type} ${orderOf(rich, invoice).financial_status}`,
    )
    expect(kinds).toHaveLength(75)
    const types = ['invoice', 'quote', 'pro_forma', 'platform_order']
    const all = types.flatMap((type) => FINANCIAL_STATUSES.map((status) => `${type} ${status}`))
    expect([...new Set(kinds)].toSorted()).toEqual(all.toSorted())
  })

  test('spreads them over the last 90 days, some of one moment, some at the edges of a day', () => {
    const created = rich.invoices.map(({ created_at }) => created_at)
    expect(Date.parse(created[0] ?? '')).toBeGreaterThan(NOW - 91 * DAY_MS)
    expect(Date.parse(created[0] ?? '')).toBeLessThan(NOW - 85 * DAY_MS)
    expect(repeated(created).length).toBeGreaterThan(5)
    expect(
      repeated(rich.invoices.map((each) => `${each.invoice_type} ${each.created_at}`)).length,
    ).toBeGreaterThan(3)
    expect(created.some((at) => at.endsWith('T00:00:00.000Z'))).toBe(true)
    expect(created.some((at) => at.endsWith('T23:59:59.999Z'))).toBe(true)
  })

  test('has 300 orders and 100 draft orders without an invoice, three of them with one id', () => {
    const [orders, drafts] = [openIds(rich, false), openIds(rich, true)]
    expect(orders).toHaveLength(300)
    expect(drafts).toHaveLength(100)
    expect(orders.filter((id) => drafts.includes(id))).toHaveLength(3)
  })

  test('has 40 customers with 0 to 3 addresses, some with a tax number, who order', () => {
    const { customers, orders } = rich
    expect(customers).toHaveLength(40)
    const counts = customers.map(({ addresses }) => addresses.length)
    for (const count of [0, 1, 2, 3]) expect(counts.filter((each) => each === count)).toHaveLength(10)
    expect(customers.filter(({ tax_number }) => tax_number !== '').length).toBeGreaterThan(10)
    expect(repeated(customers.map(({ email }) => email))).toEqual([])
    const known = new Map(customers.map(({ platform_customer_id: id, email }) => [id, email]))
    const theirs = orders.filter(({ customer }) => known.get(customer.id) === customer.email)
    expect(theirs.length).toBeGreaterThan(orders.length / 3)
    expect(theirs.length).toBeLessThan(orders.length)
  })

  test('has templates of all three types, one pre-selected for each purpose', () => {
    const { templates } = rich
    expect(new Set(templates.map((each) => each.template_type))).toEqual(
      new Set(['invoice', 'packing_slip', 'credit_note']),
    )
    const invoices = templates.filter((each) => each.template_type === 'invoice')
    expect(invoices.length).toBeGreaterThan(1)
    for (const flag of [
      'pre_selected_orders',
      'pre_selected_draft_orders',
      'pre_selected_pos_orders',
    ] as const)
      expect(invoices.filter((each) => each[flag])).toHaveLength(1)
  })

  test('numbers its invoices without a gap, and goes on after them', () => {
    expect(rich.invoices.map(({ number }) => number)).toEqual(
      Array.from({ length: 75 }, (_, index) => `INV-${1001 + index}`),
    )
    expect(rich.settings.next_invoice_number).toBe('1076')
    expect(store('second').invoices[0]?.number).toBe('S1')
    expect(store('second').settings.next_invoice_number).toBe('13')
  })

  test('has an invoice and an order of somebody without an email address', () => {
    const nameless = rich.invoices.filter((invoice) => orderOf(rich, invoice).customer.email === '')
    expect(nameless.length).toBe(1)
    expect(rich.orders.filter(({ customer }) => customer.email === '')).toHaveLength(2)
  })

  test('counts ids without a gap over all its stores and the platform', () => {
    const platform = state.stores.flatMap(({ orders, draft_orders, customers }) => [
      ...[...orders, ...draft_orders].flatMap(({ id, customer }) => [id, customer.id]),
      ...customers.map((customer) => customer.platform_customer_id),
    ])
    const used = new Set([...recordIds(state), ...platform])
    expect([...used].toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: state.next_id - 1 }, (_, index) => index + 1),
    )
  })
})

describe('a dialect', () => {
  test('makes ids large', () => {
    const ids = recordIds(load('default', { 'format.ids': 'large' }))
    expect(Math.min(...ids)).toBeGreaterThanOrEqual(2 ** 53 - 1e9)
    expect(Math.max(...ids)).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER)
  })

  test.each([
    [{ version: 4, case: 'lower' }, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab]/],
    [{ version: 4, case: 'upper' }, /^[\dA-F]{8}-[\dA-F]{4}-4[\dA-F]{3}-[89AB]/],
    [{ version: 7, case: 'lower' }, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab]/],
  ] as const)('makes slugs as %j', (format, pattern) => {
    for (const { slug } of build({ generate: { invoices: 28 } }, { 'format.slug': format }).invoices)
      expect(slug).toMatch(pattern)
  })

  test('writes countries by code', () => {
    const { orders, customers } = build(
      { generate: { orders: 50, customers: 10 } },
      { 'format.country': 'code' },
    )
    const addresses = [
      ...orders.flatMap(({ billing_address, shipping_address }) => [billing_address, shipping_address]),
      ...customers.flatMap((customer) => customer.addresses),
    ]
    for (const { country } of addresses) expect(country).toMatch(/^[A-Z]{2}$/)
  })

  test.each(['quote', 'pro_forma'] as const)('makes every draft invoice a %s', (type) => {
    const { invoices, draft_orders } = build({ generate: { invoices: 28 } }, { 'create.draft_type': type })
    const drafts = invoices.filter(({ draft }) => draft)
    expect(new Set(drafts.map(({ invoice_type }) => invoice_type))).toEqual(new Set([type]))
    expect(new Set(draft_orders.map(({ invoice_type }) => invoice_type)).size).toBe(2)
  })
})

const lines = (store: StoreState) => store.orders.map(({ line_items }) => line_items)

describe('what a scenario says', () => {
  test('of an order stands, and the platform computes its amounts', () => {
    const line = { title: 'Cup', variant_title: '', quantity: 2, price: '10.00', sku: 'C' }
    const { orders } = build({
      orders: [
        {
          id: 5001,
          name: 'ONE',
          number: 7,
          processed: '-3d',
          currency: 'EUR',
          financial_status: 'voided',
          note: 'Mine',
          customer: { first_name: 'Zoë' },
          billing_address: { country: 'France', city: 'Lyon' },
          line_items: [line],
          tax_lines: [{ title: 'TVA', rate: 0.2 }],
        },
      ],
    })
    expect(only(orders)).toMatchObject({
      id: 5001,
      name: 'ONE',
      number: 7,
      processed_at: new Date(NOW - 3 * DAY_MS).toISOString(),
      currency: 'EUR',
      financial_status: 'voided',
      note: 'Mine',
      customer: { first_name: 'Zoë' },
      billing_address: { country: 'France', city: 'Lyon', first_name: 'Zoë' },
      line_items: [line],
      tax_lines: [{ title: 'TVA', rate: 0.2, price: '4.00' }],
    })
  })

  test('of an invoice stands', () => {
    const store = build({
      invoices: [
        {
          invoice_type: 'pro_forma',
          created: '-2h',
          order: { id: 9, financial_status: 'voided', note: 'Two hours' },
        },
        { created: '2026-05-01T00:00:00.000Z' },
      ],
    })
    const [older, newer] = store.invoices
    expect(older).toMatchObject({
      invoice_type: 'invoice',
      created_at: '2026-05-01T00:00:00.000Z',
      draft: false,
    })
    expect(newer).toMatchObject({
      invoice_type: 'pro_forma',
      created_at: new Date(NOW - 2 * 3_600_000).toISOString(),
      draft: true,
      order_id: 9,
    })
    expect(only(store.draft_orders)).toMatchObject({ id: 9, financial_status: 'voided', note: 'Two hours' })
  })

  test('of an edit stands in the order, and not in what the invoice shows', () => {
    const line = { title: 'Cup', variant_title: '', quantity: 2, price: '10.00', sku: 'C' }
    const order = {
      note: 'Before',
      currency: 'EUR',
      line_items: [line],
      tax_lines: [{ title: 'VAT', rate: 0.2 }],
    }
    const edited = {
      note: 'After',
      line_items: [{ ...line, quantity: 3 }],
      billing_address: { country: 'FR' },
    }
    const store = build({ invoices: [{ created: '-2d', order, edited }, { order }] })
    const [changed, same] = store.invoices
    const now = only(store.orders.filter(({ id }) => id === changed?.order_id))
    expect(now).toMatchObject({
      note: 'After',
      tax_lines: [{ price: '6.00' }],
      billing_address: { country: 'France' },
    })
    expect(changed?.shows).toMatchObject({ id: now.id, note: 'Before', tax_lines: [{ price: '4.00' }] })
    expect(changed?.shows?.billing_address).toEqual({
      ...now.billing_address,
      country: changed?.shows?.billing_address.country,
    })
    expect(same?.shows).toBe(store.orders.find(({ id }) => id === same?.order_id))
  })

  test('of a customer stands, and orders by their email are theirs', () => {
    const { customers, orders } = build({
      customers: [
        {
          email: 'ada@example.com',
          first_name: 'Ada',
          tax_number: '007',
          created: '-5d',
          addresses: [{ city: 'Lyon', country: 'France' }],
        },
      ],
      orders: [{ customer: { email: 'ada@example.com' } }],
    })
    const customer = only(customers)
    expect(customer).toMatchObject({ email: 'ada@example.com', first_name: 'Ada', tax_number: '007' })
    expect(customer.created_at).toBe(new Date(NOW - 5 * DAY_MS).toISOString())
    expect(only(customer.addresses)).toMatchObject({ city: 'Lyon', country: 'France', first_name: 'Ada' })
    const order = only(orders)
    expect(order.customer).toMatchObject({ id: customer.platform_customer_id, email: 'ada@example.com' })
    expect(order.billing_address).toMatchObject({ city: 'Lyon', country: 'France' })
  })

  test('of settings stands, the next invoice number too', () => {
    const { settings, invoices } = build({
      settings: {
        business_name: 'Mine',
        invoice_number_prefix: 'R',
        next_invoice_number: '0099',
        email_locale: 'de',
      },
      first_invoice_number: 5,
      generate: { invoices: 2 },
    })
    expect(settings).toMatchObject({ business_name: 'Mine', next_invoice_number: '0099', email_locale: 'de' })
    expect(invoices.map(({ number }) => number)).toEqual(['R5', 'R6'])
  })

  test('of an id keeps it free for that record, and new ids lie behind it', () => {
    const value = {
      description: 'Ids',
      stores: [
        {
          name: 'one',
          api_key: 'test_key_one_store',
          orders: [{ id: 3 }, { id: 5001 }],
          generate: { orders: 9 },
        },
      ],
    }
    const state = buildScenario(value, { seed: 1, now: NOW, dialect: DEFAULT_DIALECT })
    const ids = only(state.stores).orders.map(({ id }) => id)
    expect(repeated(ids)).toEqual([])
    expect(ids).toEqual(expect.arrayContaining([3, 5001]))
    expect(state.next_id).toBe(5002)
  })

  test('of an order id stays apart from draft orders that are left to chance', () => {
    const { draft_orders } = build({
      orders: [{ id: 7 }],
      draft_orders: [{ id: 7 }],
      generate: { draft_orders: 5 },
    })
    expect(repeated(draft_orders.map(({ id }) => id))).toEqual([])
  })

  test('of one kind of record leaves the others as they were', () => {
    const few = build({ generate: { customers: 3, orders: 5 } })
    const more = build({
      templates: [{ name: 'A', template_type: 'invoice' }],
      generate: { customers: 3, orders: 5, draft_orders: 4 },
    })
    expect(lines(more)).toEqual(lines(few))
  })
})

test.runIf(IS_LONG)(
  'the hundred thousand invoices of the scenario large have numbers and slugs of their own',
  () => {
    const { invoices, orders } = only(load('large').stores)
    expect(invoices).toHaveLength(100_000)
    expect(new Set(invoices.map(({ slug }) => slug)).size).toBe(100_000)
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(100_000)
    expect(orders.length).toBeGreaterThan(50_000)
  },
)
