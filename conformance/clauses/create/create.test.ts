import { expect, test } from 'vitest'
import { startMock } from '../../../mock-server/index.ts'
import { CLAUSE_IDS } from '../../../schemas/clauses.ts'
import { IS_LONG } from '../../../schemas/testing/sample.ts'
import { startPlainServer } from '../../proof/plain-server/plain-server.ts'
import { outcomes } from '../../proof/testing/outcomes.ts'
import { parseTarget } from '../../server/load-target.ts'

const OF_DOCUMENTS = ['create.generate-pdf', 'create.packing-slip', 'create.packing-slip-inferred']
const CLAUSES = CLAUSE_IDS.filter(
  (clause) =>
    clause === 'templates.usable' || (clause.startsWith('create.') && !OF_DOCUMENTS.includes(clause)),
)
const allPass = Object.fromEntries(CLAUSES.map((clause) => [clause, 'pass']))

test.runIf(IS_LONG).each(['strict', 'lenient'])(
  'every clause of creations passes on the plain server %s',
  async (profile) => {
    const server = await startPlainServer({ profile })
    expect(await outcomes(server.target, CLAUSES)).toEqual(allPass)
    await server.close()
  },
)

test('a store whose orders are all invoiced fails nothing and says what it does not show', async () => {
  const mock = await startMock({ seed: 1 })
  const target = { ...mock.target, order_ids: mock.target.order_ids?.slice(0, 2), draft_order_ids: [] }
  await outcomes(target, CLAUSES)
  const again = await outcomes(target, CLAUSES)
  expect(Object.values(again).filter((outcome) => outcome === 'fail')).toEqual([])
  expect(again['create.returns-existing']).toBe('pass')
  expect(again['create.draft-type']).toBe('skipped: needs draft_order_ids in the target file')
  expect(again['create.flag-type']).toMatch(/^not_exercised: no order is left to invoice/)
  await mock.close()
})

test('a server that takes its default template for an unknown one is not failed for it', async () => {
  const mock = await startMock({ seed: 1, dialect: { 'template.unknown': 'default_template' } })
  expect(await outcomes(mock.target, ['create.template-unknown'])).toEqual({
    'create.template-unknown':
      'not_exercised: the server takes its default template for one that it does not have (question template.unknown)',
  })
  await mock.close()
})

test('orders that are gone from the platform, as an earlier run may have deleted some, are passed over', async () => {
  const mock = await startMock({ seed: 1 })
  const { target } = mock
  const { order_ids, draft_order_ids, hooks } = parseTarget(target)
  const { url = '', ...request } = hooks.delete_order ?? {}
  for (const id of order_ids.filter((one, index) => index % 2 === 1 && !draft_order_ids.includes(one)))
    expect(await fetch(url.replace('{order_id}', String(id)), request)).toMatchObject({ ok: true })
  expect(await outcomes(target, CLAUSES)).toEqual(allPass)
  await mock.close()
})
