import { describe, expect, test } from 'vitest'
import { bulkActionOf, finishBulk, progressBulk, startBulk } from './bulk-actions.ts'
import type { Context } from './context.ts'
import { createTemplate, deleteTemplate } from './templates.ts'
import { invoiceOf, NOON, openShop, refusalOf } from './testing/shop.ts'

/** Five invoices without a document; by default their bulk action takes 2,050 ms. */
async function openBulkShop() {
  const shop = await openShop()
  const ids = [1, 2, 3, 4, 5].map((id) => invoiceOf(shop.context, id, { generate_pdf: false }).id)
  return { ...shop, ids }
}

const documents = ({ store }: Context) => [...store.documents.values()]

describe('a bulk action', () => {
  test.each([
    [0, 'queued', 0],
    [1999, 'queued', 0],
    [2000, 'processing', 0],
    [2010, 'processing', 1],
    [2039, 'processing', 3],
    [2049, 'processing', 4],
    [2050, 'completed', 5],
    [60_000, 'completed', 5],
  ])('is after %i ms %s, with %i documents', async (ms, status, count) => {
    const { context, clock, ids } = await openBulkShop()
    const { id } = startBulk(context, { invoice_ids: ids })
    clock.advance(ms)
    progressBulk(context)
    const action = context.store.bulk_actions.get(id)
    expect(action && bulkActionOf(context, action)).toEqual({ id, status, total_count: 5 })
    expect(documents(context).map(({ invoice_id }) => invoice_id)).toEqual(ids.slice(0, count))
  })

  test('dates each document when it was due, though nobody looked', async () => {
    const { context, clock, ids } = await openBulkShop()
    startBulk(context, { invoice_ids: ids.slice(0, 2) })
    clock.advance(60_000)
    progressBulk(context)
    const due = [2010, 2020].map((ms) => new Date(NOON + ms).toISOString())
    expect(documents(context).map(({ issued_at }) => issued_at)).toEqual(due)
  })

  test('stores no more than a slice at one request, and is over by the clock all the same', async () => {
    const { clock, ids, under } = await openBulkShop()
    const context = under({ 'bulk.unknown_ids': 'skipped' })
    const many = Array.from({ length: 450 }, (_, index) => clone(context, ids[0] as number, 10_000 + index))
    startBulk(context, { invoice_ids: many })
    clock.advance(60_000)
    const counts = [1, 2, 3, 4].map(() => {
      progressBulk(context)
      return documents(context).length
    })
    expect(counts).toEqual([200, 400, 450, 450])
    expect(context.store.bulk_progress.size).toBe(0)
  })

  test('uses the template of that name, and the default one once that is deleted', async () => {
    const { context, clock, ids } = await openBulkShop()
    const slip = createTemplate(context, { name: 'Slip', template_type: 'packing_slip' })
    startBulk(context, { invoice_ids: ids, template_name: 'Slip' })
    clock.advance(2010)
    progressBulk(context)
    deleteTemplate(context, slip.id)
    finishBulk(context)
    expect(documents(context).map(({ kind }) => kind)).toEqual(['packing_slip', ...Array(4).fill('invoice')])
  })
})

describe('while an action is in progress', () => {
  test('a further one is a conflict, in this store alone', async () => {
    const { context, other, clock, ids } = await openBulkShop()
    startBulk(context, { invoice_ids: ids })
    clock.advance(2049)
    expect(refusalOf(() => startBulk(context, { invoice_ids: ids })).kind).toBe('conflict')
    const elsewhere = invoiceOf(other, 101).id
    expect(startBulk(other, { invoice_ids: [elsewhere] }).total_count).toBe(1)
    clock.advance(1)
    expect(startBulk(context, { invoice_ids: ids }).status).toBe('queued')
    expect(documents(context)).toHaveLength(5)
  })

  test('an invalid request is unprocessable rather than a conflict', async () => {
    const { context, ids } = await openBulkShop()
    startBulk(context, { invoice_ids: ids })
    expect(refusalOf(() => startBulk(context, { invoice_ids: [] })).kind).toBe('unprocessable')
  })

  test('it can be finished at once', async () => {
    const { context, ids } = await openBulkShop()
    expect(finishBulk(context)).toBe(false)
    startBulk(context, { invoice_ids: ids })
    expect(finishBulk(context)).toBe(true)
    expect(documents(context)).toHaveLength(5)
    expect(startBulk(context, { invoice_ids: ids }).status).toBe('queued')
  })
})

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1_000_000)

describe('invoice ids', () => {
  test('5,000 different ones are not too many, 5,001 are', async () => {
    const context = (await openBulkShop()).under({ 'bulk.unknown_ids': 'counted' })
    expect(refusalOf(() => startBulk(context, { invoice_ids: numbers(5001) })).errors).toHaveProperty(
      'invoice_ids',
    )
    const repeated = [...numbers(5000), ...numbers(5000)]
    expect(startBulk(context, { invoice_ids: repeated }).total_count).toBe(5000)
  })

  test.each([
    ['skipped', 2],
    ['counted', 3],
  ] as const)('repeated and unknown ones under %s count %i', async (rule, total) => {
    const { under, ids } = await openBulkShop()
    const [one = 0, two = 0] = ids
    const context = under({ 'bulk.unknown_ids': rule })
    expect(startBulk(context, { invoice_ids: [one, two, one, 999_999] }).total_count).toBe(total)
  })

  test.each([
    [{ invoice_ids: [999_999] }, 'invoice_ids'],
    [{ invoice_ids: [] }, 'invoice_ids'],
    [{ template_name: 'Nobody' }, 'template_name'],
  ])('%j is refused and starts nothing', async (request, field) => {
    const { context, ids } = await openBulkShop()
    const refusal = refusalOf(() => startBulk(context, { invoice_ids: ids, ...request }))
    expect([refusal.kind, Object.keys(refusal.errors)]).toEqual(['unprocessable', [field]])
    expect(context.store.bulk_actions.size).toBe(0)
  })

  test('those of another store are unknown', async () => {
    const { other, ids } = await openBulkShop()
    expect(refusalOf(() => startBulk(other, { invoice_ids: ids })).kind).toBe('unprocessable')
  })

  test('none, and an unknown template, are accepted where the dialect says so', async () => {
    const { under, ids } = await openBulkShop()
    const context = under({ 'bulk.empty': 'accepted', 'bulk.template_unknown': 'default_template' })
    expect(startBulk(context, { invoice_ids: [] }).total_count).toBe(0)
    finishBulk(context)
    expect(startBulk(context, { invoice_ids: ids, template_name: 'Nobody' }).total_count).toBe(5)
  })
})

/** Another invoice like this one, put into the store past the rules. */
function clone({ store }: Context, invoice_id: number, id: number): number {
  const invoice = store.invoices.get(invoice_id)
  if (invoice) store.invoices.set(id, { ...invoice, id, slug: `slug-${id}`, order_id: id })
  return id
}
