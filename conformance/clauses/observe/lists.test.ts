import { expect, test } from 'vitest'
import { startMock } from '../../../mock-server/index.ts'
import { parseTarget } from '../../server/load-target.ts'
import { run } from '../../run/run.ts'
import { listObservations } from './lists.ts'

test('each order of the mock is seen as what it is', async () => {
  const mock = await startMock({ scenario: 'default', seed: 1 })
  try {
    const seen = async (order: 'newest_first' | 'oldest_first' | 'name') => {
      await mock.setDialect({ 'list.order': order })
      const options = { checks: listObservations, clauses: [], observe: true, seed: 1 }
      const { observations } = await run(parseTarget({ ...mock.target, allow: [] }), options)
      return observations.get('list.order')?.value
    }
    expect(await seen('newest_first')).toBe('newest_first')
    expect(await seen('oldest_first')).toBe('oldest_first')
    expect(await seen('name')).toBe('name')
  } finally {
    await mock.close()
  }
})
