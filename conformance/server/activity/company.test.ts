import { expect, test } from 'vitest'
import { PARTS, startMock } from '../../../mock-server/index.ts'
import { check } from '../../judge/check.ts'
import { around } from '../../proof/mutants/answers.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../load-target.ts'

/** What fails once, and holds from then on. */
const failing = () => {
  let tries = 0
  return check('list.envelope', {
    name: 'made up for this test',
    touches: {},
    async run(law) {
      const exchanges = await law.call('listInvoices')
      law.judge(++tries > 1, { expected: 'a second try', exchanges })
    },
  })
}

const outcomeOn = async (parts = PARTS) => {
  const mock = await startMock({ seed: 1, ...parts })
  try {
    const options = { checks: [failing()], clauses: ['list.envelope'] as const }
    const { verdicts } = await run(parseTarget(mock.target), options)
    return verdicts.map(({ outcome }) => outcome)
  } finally {
    await mock.close()
  }
}

test('what fails on a store that nobody else writes to is a failure at once', async () => {
  expect(await outcomeOn()).toEqual(['fail'])
})

test('what fails while others write to the store is tried again', async () => {
  // Somebody else files a customer just before each time that customers are listed.
  const visited = around('listCustomers', (request, handler) => {
    PARTS.handlers.createCustomer({ ...request, body: { customer: { last_name: 'Visitor' } } })
    return handler(request)
  })
  expect(await outcomeOn({ ...PARTS, ...visited(PARTS) })).toEqual(['pass'])
})

test('what fails while others change what the store had before is tried again', async () => {
  // Somebody else saves a customer just before each time that customers are listed.
  const visited = around('listCustomers', (request, handler) => {
    const [id = 0] = request.context.store.customers.keys()
    PARTS.handlers.updateCustomer({
      ...request,
      params: { slug: '', id },
      body: { customer: { tags: 'seen' } },
    })
    return handler(request)
  })
  expect(await outcomeOn({ ...PARTS, ...visited(PARTS) })).toEqual(['pass'])
})

test('what the run itself does to records of the store is no sign of others', async () => {
  const mock = await startMock({ seed: 1 })
  const busy = check('customers.update', {
    name: 'a customer of the store that is saved again and again',
    touches: {},
    async run(law) {
      const [one] = (await law.store.customers()).items
      for (let times = 0; times < 40; times++) {
        const customer = { last_name: one?.last_name, email: one?.email }
        law.success(await law.call('updateCustomer', { params: { id: one?.id ?? 0 }, body: { customer } }))
        await law.pause(100)
      }
      law.pass()
    },
  })
  const clauses = ['list.envelope', 'customers.update'] as const
  const { verdicts } = await run(parseTarget(mock.target), { checks: [failing(), busy], clauses })
  await mock.close()
  expect(verdicts.map(({ clause, outcome }) => [clause, outcome])).toEqual([
    ['list.envelope', 'fail'],
    ['customers.update', 'pass'],
  ])
})
