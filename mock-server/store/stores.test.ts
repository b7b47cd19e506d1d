import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { IssuedInvoice } from '../../scenarios/records.ts'
import { openDatabase } from '../db/database.ts'
import { findInvoice } from '../rules/find.ts'
import { emptyState, invoiceOf, openShop, refusalOf, shopState } from '../rules/testing/shop.ts'
import { stateRows } from './fill.ts'
import { Stores } from './stores.ts'

describe('a store', () => {
  test('is found by exactly its key', async () => {
    const { stores } = await openShop()
    expect(stores.byKey('key_of_shop')?.record.name).toBe('shop')
    for (const near of ['key_of_sho', 'key_of_shop2', 'KEY_OF_SHOP', ' key_of_shop', '', '__proto__'])
      expect(stores.byKey(near)).toBeUndefined()
  })

  test('is opened once', async () => {
    const { stores } = await openShop()
    expect(stores.byKey('key_of_shop')).toBe(stores.byName('shop'))
  })

  test('is added with its content and a number of its own, and dropped again', async () => {
    const { stores, db } = await openShop()
    const rows = [...db.rows()].length
    const added = stores.add({
      ...shopState(),
      store: { ...shopState().store, name: 'third', api_key: 'third_key' },
    })
    expect(added.record.id).toBe(3)
    expect(added.orders.size).toBe(9)
    expect(stores.byKey('third_key')).toBe(added)
    expect(stores.drop('third')).toBe(true)
    expect(stores.drop('third')).toBe(false)
    expect([stores.byKey('third_key'), stores.byName('third')]).toEqual([undefined, undefined])
    expect([...db.rows()]).toHaveLength(rows)
    expect(stores.add(emptyState(1, 'fourth')).record.id).toBe(4)
  })

  test('needs a name and a key that no other has', async () => {
    const { stores } = await openShop()
    expect(refusalOf(() => stores.add(emptyState(3, 'shop'))).errors).toHaveProperty('name')
    const sameKey = { ...emptyState(3, 'third').store, api_key: 'key_of_shop' }
    expect(refusalOf(() => stores.add({ ...emptyState(3, 'third'), store: sameKey })).errors).toHaveProperty(
      'api_key',
    )
    expect(stores.records()).toHaveLength(2)
  })
})

describe('ids', () => {
  test('go on after a restart, small and large ones apart', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'stores-'))
    try {
      const first = await openDatabase({ directory })
      await first.replace(stateRows({ next_id: 1000, stores: [shopState()] }))
      const before = new Stores(first)
      const [small, large] = [before.nextId('small', 1), before.nextId('large', 1)]
      expect(small).toBe(1000)
      expect(large).toBeGreaterThan(2 ** 52)
      await first.write()
      await first.close()
      const second = await openDatabase({ directory })
      const after = new Stores(second)
      expect([after.nextId('small', 1), after.nextId('large', 1)]).toEqual([small + 1, large + 1])
      expect(Number.isSafeInteger(after.nextId('large', 1) + 1e6)).toBe(true)
      await second.close()
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  test('of a scenario with large ones go on there', async () => {
    const db = await openDatabase({ memory: true })
    await db.replace(stateRows({ next_id: 2 ** 53 - 1e9 + 5, stores: [shopState()] }))
    expect(new Stores(db).nextId('large', 1)).toBe(2 ** 53 - 1e9 + 5)
  })
})

describe('a scenario', () => {
  const issued: IssuedInvoice = {
    id: 500,
    slug: '00000000-0000-4000-8000-000000000001',
    number: 'INV-1',
    invoice_type: 'platform_order',
    order_id: 2,
    draft: false,
    created_at: '2026-03-01T10:00:00+02:00',
    updated_at: '2026-03-01T08:00:00Z',
  }

  test('has invoices as the rule makes them, with times in UTC', async () => {
    const past = { documents: [], revisions: {}, emails: [], bulk_actions: [] }
    const { context } = await openShop({ invoices: [issued], past })
    const { context: fresh } = await openShop()
    const { id: _id, slug: _slug, number: _number, ...made } = invoiceOf(fresh, 2)
    expect(findInvoice(context.store, issued.slug)).toEqual({
      ...made,
      ...issued,
      created_at: '2026-03-01T08:00:00.000Z',
      updated_at: '2026-03-01T08:00:00.000Z',
    })
    expect(invoiceOf(context, 2).id).toBe(500)
  })

  test('cannot have an invoice without its order', () => {
    const state = { ...shopState(), invoices: [{ ...issued, order_id: 99 }] }
    expect(() => [...stateRows({ next_id: 1, stores: [state] })]).toThrow('invoice 500 has no order 99')
  })

  test('takes the place of another', async () => {
    const { stores, db, context } = await openShop()
    invoiceOf(context, 1)
    await db.replace(stateRows({ next_id: 1, stores: [shopState()] }))
    stores.reload()
    expect(stores.byName('shop')?.invoices.size).toBe(0)
    expect(stores.byName('other')).toBeUndefined()
  })
})
