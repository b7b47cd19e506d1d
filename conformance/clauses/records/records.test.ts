import { expect, test } from 'vitest'
import { startMock } from '../../../mock-server/index.ts'
import { CLAUSE_IDS, type ClauseId } from '../../../schemas/clauses.ts'
import { IS_LONG } from '../../../schemas/testing/sample.ts'
import { startPlainServer } from '../../proof/plain-server/plain-server.ts'
import { outcomes } from '../../proof/testing/outcomes.ts'

const CLAUSES = CLAUSE_IDS.filter(
  (clause) => /^(templates|customers)\./.test(clause) && clause !== 'templates.usable',
)

const allPassOf = (clauses: readonly ClauseId[]) =>
  Object.fromEntries(clauses.map((clause) => [clause, 'pass']))

test.runIf(IS_LONG)(
  'every clause passes on a mock that resets what is omitted, and needs an email',
  async () => {
    const dialect = { 'patch.omitted': 'reset', 'customers.required': ['email'] } as const
    const mock = await startMock({ seed: 1, dialect })
    expect(await outcomes(mock.target, CLAUSES)).toEqual(allPassOf(CLAUSES))
    await mock.close()
  },
)

test.runIf(IS_LONG)(
  'every clause passes on a server that refuses what it does not know or has elsewhere, and resets what is omitted',
  async () => {
    const answers = { uniqueCustomerFields: ['email', 'phone', 'tax_number'] }
    const server = await startPlainServer({ profile: 'strict', answers })
    expect(await outcomes(server.target, CLAUSES)).toEqual(allPassOf(CLAUSES))
    await server.close()
  },
)

test('templates are created in a store that had none', async () => {
  const mock = await startMock({ seed: 1 })
  const { base_url, api_key } = mock.target
  const headers = { 'x-auth-token': api_key }
  const answer = await fetch(`${base_url}/templates`, { headers })
  // cast: what the list answers.
  const { templates } = (await answer.json()) as { templates: { id: number }[] }
  for (const { id } of templates) await fetch(`${base_url}/templates/${id}`, { method: 'DELETE', headers })
  const clauses = CLAUSES.filter((clause) => clause === 'templates.create')
  expect(templates.length).toBeGreaterThan(0)
  expect(await outcomes(mock.target, clauses)).toEqual(allPassOf(clauses))
  await mock.close()
})
