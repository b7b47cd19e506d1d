import { expect, test } from 'vitest'
import type { Dialect } from '../../../schemas/dialect.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { startMock } from '../../../mock-server/index.ts'
import { parseTarget } from '../../server/load-target.ts'
import { run } from '../../run/run.ts'
import { listObservations } from './lists.ts'

/** Those that the mock imitates; a new one does not compile until it stands here. */
const ORDERS: Record<Exclude<Dialect['list.order'], 'other'>, true> = {
  newest_first: true,
  oldest_first: true,
  name: true,
}

test('each order of the mock is seen as what it is', async () => {
  const mock = await startMock({ scenario: 'default', seed: 1 })
  try {
    const seen = async (order: keyof typeof ORDERS) => {
      await mock.setDialect({ 'list.order': order })
      const options = { checks: listObservations, clauses: [], observe: true, seed: 1 }
      const { observations } = await run(parseTarget({ ...mock.target, allow: [] }), options)
      return observations.get('list.order')?.value
    }
    for (const order of keysOf(ORDERS)) expect(await seen(order)).toBe(order)
  } finally {
    await mock.close()
  }
})
