import { expect, test } from 'vitest'
import { startMock } from './index.ts'

test('an order is invoiced once', async () => {
  const mock = await startMock({ scenario: 'small' })
  const { base_url, api_key, order_ids } = mock.target
  const send = () =>
    fetch(`${base_url}/invoices`, {
      method: 'POST',
      headers: { 'X-Auth-Token': api_key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ order_id: order_ids?.[0] }),
    })
  expect((await send()).status).toBe(201)
  expect((await send()).status).toBe(200)
  await mock.close()
})
