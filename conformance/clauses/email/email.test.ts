import { expect, test } from 'vitest'
import { PARTS, startMock } from '../../../mock-server/index.ts'
import { CLAUSE_IDS } from '../../../schemas/clauses.ts'
import { IS_LONG } from '../../../schemas/testing/sample.ts'
import { changing } from '../../proof/mutants/answers.ts'
import { startPlainServer } from '../../proof/plain-server/plain-server.ts'
import { outcomes } from '../../proof/testing/outcomes.ts'

const CLAUSES = CLAUSE_IDS.filter((clause) => clause.startsWith('email.'))
const allPass = Object.fromEntries(CLAUSES.map((clause) => [clause, 'pass']))

test.runIf(IS_LONG).each(['overseas', 'tiny'])(
  'every clause of emails passes on the plain server %s',
  async (profile) => {
    const server = await startPlainServer({ profile })
    expect(await outcomes(server.target, CLAUSES)).toEqual(allPass)
    await server.close()
  },
)

test('without permission for invoices an invoice of the store is sent', async () => {
  const mock = await startMock({ seed: 1 })
  expect(await outcomes({ ...mock.target, allow: ['email'] }, ['email.queued', 'email.recipient'])).toEqual({
    'email.queued': 'pass',
    'email.recipient': 'pass',
  })
  await mock.close()
})

test.each([
  ['Invoice email enqueued', 'pass'],
  ['Die Rechnung wird zugestellt.', 'pass'],
  ['SENT', 'pass'],
  ['OK', 'fail'],
  ['Invoice updated', 'fail'],
])('the message %j: email.queued-says-so %ses', async (message, outcome) => {
  const change = changing('sendInvoiceEmail', 'message', () => message)
  const mock = await startMock({ seed: 1, ...change(PARTS) })
  expect(await outcomes(mock.target, ['email.queued-says-so'])).toEqual({ 'email.queued-says-so': outcome })
  await mock.close()
})
