import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fixtures } from '../../../fixtures/index.ts'
import { startMock } from '../../../mock-server/index.ts'
import { IS_LONG } from '../../../schemas/testing/sample.ts'
import { outcomes } from '../../proof/testing/outcomes.ts'
import { rareEdits, rareOrders } from './rare-edits.ts'
import { takenOf } from './taken.ts'

const tax = { title: 'VAT', rate: 0.19, price: '19.00' }

test('of an edit is judged what the order of the answer shows, as its invoice has it', () => {
  const patch = { name: '#K-1', number: 2 ** 33, currency: 'CHF', note: 'New', tax_lines: [tax] }
  const order = { ...patch, currency: 'EUR', tax_lines: [{ ...tax, price: '19.01' }], id: 1 }
  const { price: _, ...told } = tax
  expect(takenOf(patch, order)).toEqual({
    order_name: '#K-1',
    order_number: 2 ** 33,
    note: 'New',
    tax_lines: [told],
  })
  expect(takenOf(patch, null)).toEqual({})
})

test('lines and taxes are whole and add up, in the digits of the currency', () => {
  const [invoice] = fixtures('invoice', { count: 1, seed: 1 })
  for (const currency of ['EUR', 'JPY', 'no currency'])
    for (const { patch } of [
      ...rareOrders(2, 'mark').map((order) => ({ patch: order })),
      ...rareEdits({ ...invoice, currency } as never, 'mark'),
    ]) {
      const lines = (patch['line_items'] ?? []) as { title: string; price: string; quantity: number }[]
      const sum = lines.reduce((all, { price, quantity }) => all + Number(price) * quantity, 0)
      for (const { rate, price } of (patch['tax_lines'] ?? []) as { rate: number; price: string }[])
        expect(Math.abs(rate * sum - Number(price))).toBeLessThan(0.51)
      expect(lines.every(({ title }) => title.length <= 200)).toBe(true)
    }
})

/** A platform that keeps some fields to itself, and says nothing of what it took. */
function silentPlatform(url: string) {
  return createServer((request, response) => {
    void (async () => {
      const sent = JSON.parse(String(Buffer.concat(await request.toArray()))) as Record<string, unknown>
      const {
        name: _,
        number: __,
        currency: ___,
        financial_status: ____,
        processed_at: _____,
        ...taken
      } = sent
      await fetch(url.replace('{order_id}', request.url?.slice(1) ?? ''), {
        method: 'PATCH',
        headers: { 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify(taken),
      })
      response.writeHead(204).end()
    })()
  }).listen(0, '127.0.0.1')
}

test.runIf(IS_LONG)(
  'a platform that keeps its terms to itself, and says nothing of what it took, fails no server',
  async () => {
    const mock = await startMock({ seed: 1 })
    const platform = silentPlatform(mock.target.hooks?.edit_order?.url ?? '')
    await once(platform, 'listening')
    const { port } = platform.address() as AddressInfo // it listens
    const edit_order = { method: 'PATCH', url: `http://127.0.0.1:${port}/{order_id}` }
    const target = { ...mock.target, hooks: { ...mock.target.hooks, edit_order } }
    const clauses = ['create.from-order', 'regenerate.resyncs'] as const
    expect(await outcomes(target, clauses)).toEqual({ [clauses[0]]: 'pass', [clauses[1]]: 'pass' })
    platform.close()
    await mock.close()
  },
)
