import { expect, test } from 'vitest'
import { startMock } from '../../../mock-server/index.ts'
import { IS_LONG } from '../../../schemas/testing/sample.ts'
import { startPlainServer } from '../../proof/plain-server/plain-server.ts'
import { outcomes } from '../../proof/testing/outcomes.ts'

const CLAUSES = [
  'regenerate.same-invoice',
  'regenerate.resyncs',
  'regenerate.template-unknown',
  'regenerate.unknown',
  'regenerate.unedited',
] as const
const allPass = Object.fromEntries(CLAUSES.map((clause) => [clause, 'pass']))

test.runIf(IS_LONG).each(['overseas', 'tiny'])('they pass on the plain server %s', async (profile) => {
  const server = await startPlainServer({ profile })
  expect(await outcomes(server.target, CLAUSES)).toEqual(allPass)
  await server.close()
})

test('without orders and hooks what can be seen is judged on the store, and the rest is told', async () => {
  const mock = await startMock({ seed: 1 })
  const { order_ids: _, draft_order_ids: __, hooks: ___, ...target } = mock.target
  const judged = await outcomes(target, CLAUSES)
  expect(judged).toMatchObject({
    'regenerate.template-unknown': expect.stringMatching(/^not_exercised/),
    'regenerate.unknown': 'pass',
  })
  expect(judged['regenerate.resyncs']).toMatch(/^skipped: needs hooks\.edit_order/)
  // What it regenerates is of the orders that the target names.
  expect(judged['regenerate.same-invoice']).toMatch(/^skipped: needs order_ids/)
  expect(judged['regenerate.unedited']).toMatch(/^skipped: needs order_ids/)
  await mock.close()
})
