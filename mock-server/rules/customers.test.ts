import { describe, expect, test } from 'vitest'
import { makeCustomer } from '../../fixtures/customers.ts'
import { createCustomer, deleteCustomer, readCustomer, updateCustomer } from './customers.ts'
import { patchOrder } from './platform.ts'
import { invoiceOf, openShop, refusalOf } from './testing/shop.ts'

const NAMED = { email: 'ada@example.com', first_name: 'Ada', tax_number: 'GB123' }

/** A shop with one customer that has an address. */
async function openShopWithCustomer() {
  const customer = makeCustomer({ seed: 3, set: { id: 50, email: 'old@example.com' } })
  const [address] = makeCustomer({ seed: 5 }).addresses
  const addresses = address ? [{ ...address, country: 'Germany' }] : []
  return openShop({ customers: [{ ...customer, addresses }] })
}

describe('a customer', () => {
  test('is created with what is given, the rest empty, and read with addresses', async () => {
    const { context } = await openShop()
    const created = createCustomer(context, NAMED)
    expect(created).toMatchObject({ ...NAMED, last_name: '', phone: '', eori_number: '', tags: '' })
    expect(created.platform_customer_id).toBeTypeOf('number')
    expect(readCustomer(context, created.id)).toEqual({ ...created, addresses: [] })
  })

  test('is updated in the fields given alone', async () => {
    const { context, clock } = await openShopWithCustomer()
    const before = readCustomer(context, 50)
    clock.advance(1000)
    const output = { id: 1, platform_customer_id: 1, created_at: 'x', updated_at: 'x', addresses: [] }
    const input = { ...output, tags: 'vip', tax_number: '' }
    const { addresses: _, ...rest } = before
    expect(updateCustomer(context, 50, input)).toEqual({
      ...rest,
      tags: 'vip',
      tax_number: '',
      updated_at: new Date(clock.now()).toISOString(),
    })
    expect(readCustomer(context, 50).addresses).toEqual(before.addresses)
  })

  test('loses omitted fields where the dialect resets them', async () => {
    const { under } = await openShopWithCustomer()
    const context = under({ 'patch.omitted': 'reset', 'customers.required': ['email'] })
    expect(refusalOf(() => updateCustomer(context, 50, { tags: 'vip' })).errors).toHaveProperty(
      'customer.email',
    )
    const reset = updateCustomer(context, 50, { email: 'new@example.com' })
    expect(reset).toMatchObject({ id: 50, email: 'new@example.com', first_name: '', tags: '' })
    expect(readCustomer(context, 50).addresses).toHaveLength(1)
  })

  test('loses those omitted fields alone that a creation may omit, where the dialect says so', async () => {
    const { under } = await openShopWithCustomer()
    const context = under({ 'patch.omitted': 'reset_optional', 'customers.required': ['email'] })
    const { email } = readCustomer(context, 50)
    expect(updateCustomer(context, 50, { tags: 'vip' })).toMatchObject({ email, first_name: '', tags: 'vip' })
  })

  test('is deleted once, in its own store', async () => {
    const { context, other } = await openShopWithCustomer()
    expect(refusalOf(() => deleteCustomer(other, 50)).kind).toBe('not-found')
    deleteCustomer(context, 50)
    for (const again of [deleteCustomer, readCustomer])
      expect(refusalOf(() => again(context, 50)).kind).toBe('not-found')
    expect(refusalOf(() => updateCustomer(context, 50, {})).kind).toBe('not-found')
  })

  test('shows addresses at a write, and countries as codes, where the dialect says so', async () => {
    const { under } = await openShopWithCustomer()
    const context = under({ 'customers.addresses_on_write': true, 'format.country': 'code' })
    expect(updateCustomer(context, 50, {})).toMatchObject({ addresses: [{ country: 'DE' }] })
  })
})

test('an email is unique where the dialect says so', async () => {
  const { context, under } = await openShopWithCustomer()
  createCustomer(context, { email: 'OLD@example.com' })
  const unique = under({ 'customers.unique_email': true })
  expect(refusalOf(() => createCustomer(unique, { email: 'Old@example.com' })).errors).toHaveProperty(
    'customer.email',
  )
  const { id } = createCustomer(unique, { email: 'new@example.com' })
  expect(refusalOf(() => updateCustomer(unique, id, { email: 'old@example.com' })).kind).toBe('unprocessable')
  expect(updateCustomer(unique, id, { email: 'new@example.com' }).id).toBe(id)
  expect([createCustomer(unique, {}), createCustomer(unique, {})]).toHaveLength(2)
})

test("a document carries the tax number of the customer with the invoice's address", async () => {
  const { context } = await openShop()
  const email = context.store.orders.get(1)?.customer.email ?? ''
  createCustomer(context, { email })
  createCustomer(context, { email: email.toUpperCase(), tax_number: 'GB123' })
  invoiceOf(context, 1)
  invoiceOf(context, 2)
  expect([...context.store.documents.values()].map(({ tax_number }) => tax_number)).toEqual(['GB123', ''])
})

test('customers without an address are not those of an invoice without one', async () => {
  const { context } = await openShop()
  createCustomer(context, { tax_number: 'GB123' })
  patchOrder(context, 'orders', 1, { customer: { email: '' } })
  invoiceOf(context, 1)
  expect([...context.store.documents.values()].map(({ tax_number }) => tax_number)).toEqual([''])
})
