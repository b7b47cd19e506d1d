import { describe, expect, test } from 'vitest'
import { schema } from '../../../schemas/schema-files.ts'
import { sampleOf } from '../../../schemas/testing/sample.ts'
import { countryCode, countryName } from './countries.ts'
import { PROFILES } from './profiles.ts'
import { NO_SLUG, SUMMARY_FIELDS, inProfile } from './session.ts'

/** What the contract lists the values of is a filter by them. */
const { properties: FILTERS = {} } = schema('queries/list-invoices')

describe.concurrent.each(sampleOf(Object.keys(PROFILES), 2))('profile %s', (profile) => {
  test('list.envelope, list.defaults, list.per-page-range, list.meta-*, list.pages-partition, list.beyond-last-page', () =>
    inProfile(profile, async (s) => {
      const everything = await s.all('/invoices?', 'invoices')
      const first = (await s.get('/invoices')).body
      expect(first.meta).toMatchObject({ page: 1, per_page: 25, total: everything.length })
      for (const perPage of [4, 7, 249]) {
        const pages = Math.max(1, Math.ceil(everything.length / perPage))
        const rows = []
        for (let page = 1; page <= pages; page += 1) {
          const { body } = await s.get(`/invoices?page=${page}&per_page=${perPage}`)
          expect(body.meta).toMatchObject({ page, per_page: perPage, total: everything.length })
          expect(body.meta.total_pages).toBe(everything.length > 0 ? pages : s.answers.emptyTotalPages)
          rows.push(...body.invoices)
        }
        expect(rows).toEqual(everything)
      }
      for (const page of ['100000', '99999999999999999999', '9'.repeat(400)]) {
        expect((await s.get(`/invoices?page=${page}`)).body.invoices).toEqual([])
      }
    }))

  test('list.out-of-range', () =>
    inProfile(profile, async (s) => {
      for (const query of [
        'page=0',
        'page=-1',
        'page=x',
        'per_page=0',
        'per_page=251',
        'per_page=1e2',
        'page=',
      ]) {
        for (const path of ['/invoices?', '/customers?', '/invoices/search?q=a&']) {
          const answer = await s.get(path + query)
          const rule = path.includes('search') ? s.answers.searchOutOfRange : s.answers.outOfRange
          const { page, per_page } = answer.body.meta ?? { page: 1, per_page: 1 }
          expect(answer.status).toBe(rule === 'rejected' ? s.answers.unprocessableStatus : 200)
          expect(page >= 1 && per_page >= 1 && per_page <= 250).toBe(true)
        }
      }
    }))

  test('list.filter-*, list.dates-complement', () =>
    inProfile(profile, async (s) => {
      const everything = await s.all('/invoices?', 'invoices')
      for (const [field, { enum: values = [] }] of Object.entries(FILTERS)) {
        for (const value of values) {
          const kept = await s.all(`/invoices?${field}=${String(value)}&`, 'invoices')
          expect([field, kept]).toEqual([field, everything.filter((invoice) => invoice[field] === value)])
        }
      }
      for (let day = 1; day < 45; day += 6) {
        const [today, next] = [day, day - 1].map((ago) =>
          new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
        )
        const before = await s.all(`/invoices?created_at_max=${today}&`, 'invoices')
        const after = await s.all(`/invoices?created_at_min=${next}&`, 'invoices')
        expect(before.length + after.length).toBe(everything.length)
        expect(new Set([...before, ...after].map(({ id }) => id)).size).toBe(everything.length)
        const paid = await s.all(`/invoices?created_at_max=${today}&financial_status=paid&`, 'invoices')
        expect(paid).toEqual(before.filter((invoice) => invoice.financial_status === 'paid'))
      }
    }))

  test('shape.invoice-*, shape.money, shape.slug, shape.timestamps, list.summary-agrees-with-detail, read.*', () =>
    inProfile(profile, async (s) => {
      await s.invoice()
      const nullable = s.answers.unset === 'empty' ? [] : ['string', 'object', 'undefined']
      for (const summary of await s.all('/invoices?', 'invoices')) {
        const { invoice } = (await s.get(`/invoices/${summary.slug}`)).body
        for (const field of [...SUMMARY_FIELDS, 'order_name', 'created_at', 'updated_at']) {
          expect(invoice[field]).toEqual(summary[field])
        }
        expect(invoice.customer?.email ?? null).toEqual(summary.customer_email ?? null)
        expect(invoice.slug).toMatch(/^[\dA-Fa-f]{8}(-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}$/)
        expect(invoice.total_price).toMatch(/^\d+(\.\d+)?$/)
        expect(invoice.processed_at).toMatch(
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([.,]\d{3}|[.,]\d{6})?(Z|[+-]\d\d:\d\d)$/,
        )
        expect(Number.isNaN(Date.parse(invoice.processed_at.replace(',', '.')))).toBe(false)
        expect(['string', ...nullable]).toContain(typeof invoice.note)
        expect(invoice.line_items[0]).toMatchObject({
          title: expect.any(String),
          quantity: expect.any(Number),
        })
        const fields = invoice.billing_address ? Object.keys(invoice.billing_address).length : 0
        expect(s.answers.unset === 'empty' ? fields : 10).toBeGreaterThanOrEqual(10)
      }
      s.notFound(await s.get(`/invoices/${NO_SLUG}`))
      s.notFound(await s.get('/invoices/%zz'))
      s.notFound(await s.get('/invoices/a%2Fb'))
    }))

  test('search.*', () =>
    inProfile(profile, async (s) => {
      await s.invoice()
      s.unprocessable(await s.get('/invoices/search'))
      const found = async (q: string) => s.all(`/invoices/search?q=${encodeURIComponent(q)}&`, 'invoices')
      for (const summary of (await s.all('/invoices?', 'invoices')).slice(-12)) {
        const { invoice } = (await s.get(`/invoices/${summary.slug}`)).body
        const countries = [invoice.billing_address?.country, invoice.shipping_address?.country]
        const shared = countries[0] === countries[1] ? countries[0] : undefined
        const texts = [
          summary.customer_name,
          summary.customer_email,
          summary.number,
          summary.order_name,
          shared,
        ]
        for (const text of texts.filter(Boolean)) {
          expect((await found(text)).map(({ slug }) => slug)).toContain(summary.slug)
        }
      }
      expect(await found('qzxvkjw8731')).toEqual([])
      expect((await s.get('/invoices/search?q=qzxvkjw8731')).body.meta.total).toBe(0)
    }))

  test('create.from-order, create.persists, create.returns-existing(-draft), create.draft-*', () =>
    inProfile(profile, async (s) => {
      const id = s.order()
      const draftId = s.order(true)
      const first = (await s.call('POST', '/invoices', { order_id: id })).body.invoice
      const quote = (await s.call('POST', '/invoices', { order_id: draftId, draft: true })).body.invoice
      expect(first.invoice_type).toBe('invoice')
      expect(['quote', 'pro_forma']).toContain(quote.invoice_type)
      const before = await s.all('/invoices?', 'invoices')
      for (const body of [
        { order_id: id },
        { order_id: id, draft: false },
        { order_id: id, packing_slip: true },
      ]) {
        const again = await s.call('POST', '/invoices', body)
        expect(again.status).toBe(s.answers.existingStatus)
        expect(again.body.invoice).toEqual(first)
      }
      expect((await s.call('POST', '/invoices', { order_id: draftId, draft: true })).body.invoice).toEqual(
        quote,
      )
      expect(await s.all('/invoices?', 'invoices')).toEqual(before)
      expect(before.map(({ slug }) => slug)).toEqual(expect.arrayContaining([first.slug, quote.slug]))
    }))

  test('create.returns-existing where an id names an order and a draft order', () =>
    inProfile(profile, async (s) => {
      const { order_ids, draft_order_ids } = s.server.target
      const shared = order_ids.filter((id) => draft_order_ids.includes(id))
      expect(shared.length > 0).toBe(s.answers.orderIds === 'coinciding')
      for (const order_id of shared) {
        const one = (await s.call('POST', '/invoices', { order_id })).body.invoice
        const other = (await s.call('POST', '/invoices', { order_id, draft: true })).body.invoice
        expect(one.invoice_type).toBe('invoice')
        expect(['quote', 'pro_forma']).toContain(other.invoice_type)
        expect((await s.call('POST', '/invoices', { order_id })).body.invoice).toEqual(one)
      }
    }))

  test('create.returns-existing-concurrent', () =>
    inProfile(profile, async (s) => {
      const body = { order_id: s.order() }
      const calls = await Promise.all(Array.from({ length: 8 }, () => s.call('POST', '/invoices', body)))
      expect(new Set(calls.map((answer) => answer.body.invoice.slug)).size).toBe(1)
    }))

  test('create.order-id-*, create.template-*, create.flag-type, create.order-unknown, create.rejected-no-effect', () =>
    inProfile(profile, async (s) => {
      const order_id = s.order()
      const before = await s.state()
      for (const body of [
        {},
        [],
        null,
        ...['text', {}, [], 1.5, null, '', true, 1e30, 4].map((id) => ({ order_id: id })),
        ...['text', {}, [order_id], 2.5, 4].map((template_id) => ({ order_id, template_id })),
        ...['draft', 'generate_pdf', 'packing_slip'].flatMap((flag) => [
          { order_id, [flag]: {} },
          { order_id, [flag]: [] },
        ]),
      ]) {
        s.unprocessable(await s.call('POST', '/invoices', body))
      }
      const foreign = (await s.call('GET', '/templates', undefined, s.server.target.other_store_api_key)).body
      s.unprocessable(await s.call('POST', '/invoices', { order_id, template_id: foreign.templates[0].id }))
      expect(await s.state()).toEqual(before)
    }))

  test('http.no-server-error: odd platform data', () =>
    inProfile(profile, async (s) => {
      const order_id = s.order()
      const { slug } = (await s.call('POST', '/invoices', { order_id })).body.invoice
      const odd = {
        name: 7,
        number: 'x',
        processed_at: '+275760-09-13T00:00:00Z',
        currency: 'ÄÖÜ',
        note: 5,
        customer: 'Bob',
      }
      const line = { title: null, quantity: 1e15, price: '1e300' }
      const rest = {
        billing_address: [],
        shipping_address: { country: 9 },
        tax_lines: [{ rate: 1e308 }, null],
      }
      for (const patch of [
        { ...odd, ...rest, line_items: [line, 3] },
        { line_items: null, customer: { id: 'x', email: 1 } },
      ]) {
        const { status } = await s.hook('edit_order', order_id, patch)
        expect(s.answers.wholeParts ? [200, 422] : [200]).toContain(status)
        // Whoever refuses the first of them has nothing odd to show.
        if (status === 422) return
        await s.call('POST', `/invoices/${slug}/regenerate`)
        const { invoice } = (await s.get(`/invoices/${slug}`)).body
        expect(invoice.total_price).toMatch(/^\d+(\.\d+)?$/)
        expect(Date.parse(invoice.processed_at.replace(',', '.'))).toBe(0)
        expect(invoice.currency).toBe('USD')
        expect((await s.get('/invoices/search?q=Bob')).status).toBe(200)
        expect((await s.pdf(slug)).text).toContain(invoice.number)
      }
    }))
})

test.each([
  ['United Kingdom', 'GB'],
  ['Germany', 'DE'],
  ['Japan', 'JP'],
  ['Nowhere', 'Nowhere'],
])('the country %s has the code %s', (name, code) => {
  expect(countryCode(name)).toBe(code)
  expect(countryName(code)).toBe(name)
})
