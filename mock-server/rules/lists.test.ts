import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../schemas/dialect.ts'
import { keysOf } from '../../schemas/tables.ts'
import type { Context } from './context.ts'
import { createCustomer } from './customers.ts'
import { detailOf } from './invoice-views.ts'
import { listCustomers, listInvoices, listTemplates, searchInvoices } from './lists.ts'
import { patchOrder } from './platform.ts'
import { regenerateInvoice } from './regenerate.ts'
import { createTemplate } from './templates.ts'
import { invoiceOf, openShop, refusalOf } from './testing/shop.ts'

/** Six invoices; the second and the third are of one time. */
async function openFilledShop() {
  const shop = await openShop()
  const invoices = [1, 2, 3, 4, 5, 6].map((order) => {
    if (order !== 3) shop.clock.advance(24 * 3600 * 1000)
    return invoiceOf(shop.context, order)
  })
  return { ...shop, invoices, ids: invoices.map(({ id }) => id) }
}

const idsOf = ({ invoices }: { invoices: { id: number }[] }) => invoices.map(({ id }) => id)

describe('the list', () => {
  type Made = Awaited<ReturnType<typeof openFilledShop>>['invoices']

  const ORDERS: Record<Dialect['list.order'], (made: Made) => Made> = {
    newest_first: (made) => made.toReversed(),
    other: (made) => made.toReversed(),
    oldest_first: (made) => made,
    name: (made) => made.toSorted((a, b) => (a.order_name < b.order_name ? -1 : 1)),
  }

  test.each(keysOf(ORDERS))('in the order %s', async (order) => {
    const { under, invoices } = await openFilledShop()
    expect(idsOf(listInvoices(under({ 'list.order': order }), {}))).toEqual(
      idsOf({ invoices: ORDERS[order](invoices) }),
    )
  })

  test('by name goes by the name of the order, new ones included', async () => {
    const { under, context } = await openFilledShop()
    const names = () =>
      listInvoices(under({ 'list.order': 'name' }), {}).invoices.map(({ order_name }) => order_name)
    expect(names()).toEqual(names().toSorted())
    invoiceOf(context, 7)
    expect(names()).toHaveLength(7)
    expect(names()).toEqual(names().toSorted())
  })

  test.each([1, 2, 3, 4, 6, 7])('is parted into pages of %i', async (per_page) => {
    const { context, ids } = await openFilledShop()
    const pages = [1, 2, 3, 4, 5, 6, 7].map((page) =>
      listInvoices(context, { page: String(page), per_page: String(per_page) }),
    )
    expect(pages.flatMap(idsOf)).toEqual(ids.toReversed())
    expect(pages.map(({ meta }) => meta.total)).toEqual(Array(7).fill(6))
  })

  test('narrows by day and pages what is left', async () => {
    const { context, ids } = await openFilledShop()
    const days = { created_at_min: '2026-03-12', created_at_max: '2026-03-13' }
    const page = listInvoices(context, { ...days, per_page: '2' })
    expect(idsOf(page)).toEqual([ids[3], ids[2]])
    expect(page.meta).toEqual({ total: 3, page: 1, per_page: 2, total_pages: 2 })
  })

  test('holds nothing of another store', async () => {
    const { other } = await openFilledShop()
    expect(listInvoices(other, {})).toMatchObject({ invoices: [], meta: { total: 0, total_pages: 0 } })
  })
})

const found = (context: Context, q: string) => idsOf(searchInvoices(context, { q }))

describe('search', () => {
  test('finds by each of five fields, in either address', async () => {
    const { context } = await openShop()
    patchOrder(context, 'orders', 1, {
      name: '#Sonder/7',
      customer: { first_name: 'Ōkubo', last_name: "O'Tæst", email: 'weird.one@example.org' },
      billing_address: { country: 'Iceland' },
      shipping_address: { country: 'Fiji' },
    })
    const { id, number } = invoiceOf(context, 1)
    invoiceOf(context, 2)
    const texts = ["ōkubo o'tæst", 'WEIRD.one@', number, '#sonder/7', 'iceland', 'FIJI']
    expect(texts.map((q) => found(context, q))).toEqual(texts.map(() => [id]))
    expect(found(context, 'nobody has this')).toEqual([])
  })

  test('goes by the country as it is shown', async () => {
    const { context, under } = await openShop()
    patchOrder(context, 'orders', 1, {
      billing_address: { country: 'Fiji' },
      shipping_address: { country: 'FJ' },
    })
    const invoice = invoiceOf(context, 1)
    expect(detailOf(invoice, context.dialect).shipping_address.country).toBe('Fiji')
    const codes = under({ 'format.country': 'code' })
    expect(detailOf(invoice, codes.dialect).billing_address.country).toBe('FJ')
    expect(found(codes, 'Fiji')).toEqual([])
    expect(found(codes, 'FJ')).toContain(invoice.id)
  })

  test('follows a re-sync', async () => {
    const { context } = await openShop()
    const { id, slug } = invoiceOf(context, 1)
    patchOrder(context, 'orders', 1, { customer: { last_name: 'Umbenannt' } })
    expect(found(context, 'umbenannt')).toEqual([])
    regenerateInvoice(context, slug, {})
    expect(found(context, 'umbenannt')).toEqual([id])
  })

  test.each([
    ['everything', 6],
    ['nothing', 0],
  ] as const)('for an empty text finds %s where the dialect says so', async (rule, total) => {
    const { under } = await openFilledShop()
    expect(searchInvoices(under({ 'search.empty_q': rule }), { q: '' }).meta.total).toBe(total)
  })

  test('needs a text', async () => {
    const { context } = await openShop()
    expect(refusalOf(() => searchInvoices(context, {})).errors).toHaveProperty('q')
    expect(refusalOf(() => searchInvoices(context, { q: '' })).errors).toHaveProperty('q')
  })

  test('obeys a paging rule of its own', async () => {
    const context = (await openShop()).under({ 'pagination.search_out_of_range': 'rejected' })
    expect(refusalOf(() => searchInvoices(context, { q: 'x', page: '0' })).errors).toHaveProperty('page')
    expect(listInvoices(context, { page: '0' }).meta.page).toBe(1)
  })
})

describe('customers', () => {
  test('are found by names, email and tax number, and listed without addresses', async () => {
    const { context } = await openShop()
    const wanted = createCustomer(context, {
      first_name: 'Ana',
      last_name: 'Ñuñez',
      email: 'ana@example.com',
      tax_number: 'ESX1234567X',
      tags: 'hidden',
    })
    createCustomer(context, { first_name: 'Bo', email: 'bo@example.com' })
    const matching = (search: string) => listCustomers(context, { search }).customers
    for (const text of ['ana', 'ñuñez', 'Ana Ñ', 'ANA@example', 'x1234'])
      expect(matching(text)).toEqual([wanted])
    expect(matching('hidden')).toEqual([])
    expect(matching('')).toHaveLength(2)
    expect(matching('example.com')[0]).not.toHaveProperty('addresses')
  })
})

test('all templates are listed at once, in the order of the dialect', async () => {
  const { context, under } = await openShop()
  const ids = Array.from({ length: 30 }, (_, index) => createTemplate(context, { name: `T${index}` }).id)
  expect(listTemplates(context).map(({ id }) => id)).toEqual(ids.toReversed())
  expect(listTemplates(under({ 'list.order': 'oldest_first' })).map(({ id }) => id)).toEqual(ids)
})
