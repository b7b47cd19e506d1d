import { expect, test } from 'vitest'
import { startMock } from '../../../mock-server/index.ts'
import { CLAUSE_IDS } from '../../../schemas/clauses.ts'
import { startPlainServer } from '../../proof/plain-server/plain-server.ts'
import { outcomes } from '../../proof/testing/outcomes.ts'

const CLAUSES = CLAUSE_IDS.filter(
  (clause) => /^(templates|customers)\./.test(clause) && clause !== 'templates.usable',
)

const allPass = Object.fromEntries(CLAUSES.map((clause) => [clause, 'pass']))

test('every clause passes on a mock that resets what is omitted, and needs an email', async () => {
  const dialect = { 'patch.omitted': 'reset', 'customers.required': ['email'] } as const
  const mock = await startMock({ seed: 1, dialect })
  expect(await outcomes(mock.target, CLAUSES)).toEqual(allPass)
  await mock.close()
})

test('every clause passes on a server that refuses what it does not know and resets what is omitted', async () => {
  const server = await startPlainServer({ profile: 'strict' })
  expect(await outcomes(server.target, CLAUSES)).toEqual(allPass)
  await server.close()
})
