import { expect, test } from 'vitest'
import { startMock } from '../../../mock-server/index.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../../server/load-target.ts'
import { markedAt } from '../../server/store/marker.ts'
import { manyCustomers } from './many.ts'

test('each of many customers bears the marker in its name, whatever becomes of its email', async () => {
  const mock = await startMock({ seed: 1 })
  await run(parseTarget(mock.target), { seed: 1, checks: manyCustomers, clauses: ['customers.list'] })
  const sent = mock.requests().filter(({ operation }) => operation === 'createCustomer')
  // What the run sends to learn errors has none.
  const names = sent.flatMap(({ body }) => JSON.stringify(body).match(/"last_name":"([^"]*)"/)?.[1] ?? [])
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name) => markedAt(name) === null)).toEqual([])
  await mock.close()
})
