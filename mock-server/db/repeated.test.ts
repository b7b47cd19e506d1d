import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { contentOf, temporaryDirectory } from './testing/temporary-directory.ts'

interface Order {
  readonly id: number
  readonly note: string | null
  readonly customer: { readonly email: string }
  readonly lines: readonly string[]
}

const customer = { email: 'ada@example.com' }
const lines = ['pen', 'ink']
const order = (id: number, own: Partial<Order> = {}): Order => ({ id, note: null, customer, lines, ...own })

/** What is kept, read by who has not seen it made. */
async function readAgain(directory: string) {
  const database = await openDatabase({ directory })
  const orders = [...database.table<Order>(1, 'orders').values()]
  return { database, orders }
}

test('what documents share is written once, and shared again after a restart', async () => {
  const directory = await temporaryDirectory()
  const made = [order(1), order(2), order(3, { lines: ['pen', 'ink'] }), order(4, { note: '0' })]
  const database = await openDatabase({ directory })
  await database.replace(made.map((each) => [1, 'orders', each.id, each]))
  await database.close()

  const written = Object.values(await contentOf(directory)).join('')
  expect(written.match(/ada@example\.com/g)).toHaveLength(1)
  expect(written.match(/"pen"/g)).toHaveLength(2)
  const again = await readAgain(directory)
  expect(JSON.stringify(again.orders)).toBe(JSON.stringify(made))
  const [first, second, third, fourth] = again.orders
  expect(second?.customer).toBe(first?.customer)
  expect(fourth?.lines).toBe(first?.lines)
  expect(third?.lines).not.toBe(first?.lines)
  await again.database.close()
})

test('of a document that copies have in several states, each state is what it was', async () => {
  const directory = await temporaryDirectory()
  const database = await openDatabase({ directory, compactAtBytes: 1 })
  await database.replace([
    [1, 'orders', 1, order(1)],
    [1, 'orders', 2, order(2, { lines: ['nib'] })],
  ])
  const orders = database.table<Order>(1, 'orders')
  await database.changeCopies((change) => change({ keep: 'before', store: null, about: null }))
  // What is shared with the first state of the one stands in the other from here on.
  orders.set(1, order(1, { lines: ['blotter'] })).set(2, order(2, { lines }))
  await database.write()
  await database.close()

  const snapshot = Object.keys(await contentOf(directory)).find((name) => name.startsWith('snapshot'))
  expect(await readFile(join(directory, snapshot ?? ''), 'utf8')).toContain('"keep":"before"')
  const again = await readAgain(directory)
  expect(again.orders).toEqual([order(1, { lines: ['blotter'] }), order(2)])
  const kept = again.database.copies.get('before')?.content.get(1)?.get('orders')
  expect(kept && [...kept.values()]).toEqual([order(1), order(2, { lines: ['nib'] })])
  await again.database.close()
})
