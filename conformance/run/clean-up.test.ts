import { expect, test } from 'vitest'
import { startMock } from '../../mock-server/index.ts'
import { check } from '../judge/check.ts'
import { isSuccess, member } from '../server/client/exchange.ts'
import { parseTarget } from '../server/load-target.ts'
import { records } from '../server/store/inventory.ts'
import { run } from './run.ts'

/** A check that leaves a template in the store of the other key, and one that somebody else has deleted. */
const leaving = (note: (id: number) => void) =>
  check('auth.scope-templates', {
    name: 'made up for this test',
    touches: {},
    async run(law) {
      const body = { template: { name: 'Left behind' } }
      const made = await law.call('createTemplate', { body, key: 'other_store' })
      const { id } = member(made, 'template') as { id: number } // created just now
      for (const left of [id, 999_999_999])
        law.ledger.createdElsewhere({ key: 'other_store', kind: 'templates', id: left })
      law.judge(isSuccess(made), { expected: 'a template', exchanges: made })
      note(id)
    },
  })

test('what a check leaves in the store of another key is deleted', async () => {
  const mock = await startMock({ seed: 1 })
  const made: number[] = []
  const looking = check('list.envelope', {
    name: 'made up to look afterwards',
    touches: {},
    async run(law) {
      const listed = await law.call('listTemplates', { key: 'other_store' })
      const ids = records<{ id: number }>(listed, 'templates').map(({ id }) => id)
      law.judge(!ids.some((id) => made.includes(id)), { expected: 'no template of ours', exchanges: listed })
    },
  })
  try {
    const target = parseTarget(mock.target)
    const first = await run(target, { checks: [leaving((id) => void made.push(id))] })
    expect([made.length, first.left_behind]).toEqual([1, []])
    const { verdicts } = await run(target, { checks: [looking], clauses: ['list.envelope'] })
    expect(verdicts).toMatchObject([{ outcome: 'pass' }])
  } finally {
    await mock.close()
  }
})
