import { expect, test } from 'vitest'
import { PARTS, startMock } from '../../../mock-server/index.ts'
import type { Context } from '../../../mock-server/seams.ts'
import { CLAUSE_IDS, type ClauseId } from '../../../schemas/clauses.ts'
import { around, changing, changingEach } from '../../proof/mutants/answers.ts'
import { withoutGate } from '../../proof/mutants/gates.ts'
import { all, fresh, type Change } from '../../proof/mutants/mutant.ts'
import { startPlainServer } from '../../proof/plain-server/plain-server.ts'
import { outcomes } from '../../proof/testing/outcomes.ts'

const CLAUSES = CLAUSE_IDS.filter(
  (clause) => /^(templates|customers)\./.test(clause) && clause !== 'templates.usable',
)

const allPass = Object.fromEntries(CLAUSES.map((clause) => [clause, 'pass']))

test.each([{}, { dialect: { 'patch.omitted': 'reset', 'customers.required': ['email'] } as const }])(
  'every clause passes on the mock with %j',
  async (options) => {
    const mock = await startMock({ seed: 1, ...options })
    expect(await outcomes(mock.target, CLAUSES)).toEqual(allPass)
    await mock.close()
  },
)

test('every clause passes on a server that refuses what it does not know and resets what is omitted', async () => {
  const server = await startPlainServer({ profile: 'strict' })
  expect(await outcomes(server.target, CLAUSES)).toEqual(allPass)
  await server.close()
})

const tables = { template: 'templates', customer: 'customers' } as const

/** Changes fields of a stored record behind its rules' back. */
function put({ store }: Context, one: 'template' | 'customer', id: number, fields: object): void {
  const table = store[tables[one]] as {
    get(id: number): object | undefined
    set(id: number, record: never): unknown
  }
  const record = table.get(id)
  if (record) table.set(id, { ...record, ...fields } as never)
}

const idIn = (body: object | null, one: string) => (body as { [one: string]: { id: number } })[one]!.id

const faults: readonly [says: string, clause: ClauseId, Change][] = [
  [
    'the list of templates ends at 25',
    'templates.list',
    changing('listTemplates', 'templates', (items) => items.slice(0, 25)),
  ],
  [
    'every third customer is stored without emoji',
    'customers.create',
    fresh(() => {
      let count = 0
      return around('createCustomer', (request, handler) => {
        const answer = handler(request)
        const { first_name } = (answer.body as { customer: { first_name: string } }).customer
        const plain = first_name.replace(/\p{Extended_Pictographic}/gu, '')
        if (++count % 3 === 0)
          put(request.context, 'customer', idIn(answer.body, 'customer'), { first_name: plain })
        return answer
      })
    }),
  ],
  [
    'an update does not take false',
    'templates.update',
    around('updateTemplate', (request, handler) => {
      const given = Object.entries(request.body['template'] as object).filter(([, value]) => value !== false)
      return handler({ ...request, body: { template: Object.fromEntries(given) } })
    }),
  ],
  [
    'an update of some fields resets one of the others',
    'customers.update',
    around('updateCustomer', (request, handler) =>
      handler({ ...request, body: { customer: { tags: '', ...(request.body['customer'] as object) } } }),
    ),
  ],
  [
    'an update touches the oldest template',
    'templates.update',
    around('updateTemplate', (request, handler) => {
      const oldest = Math.min(...[...request.context.store.templates.values()].map(({ id }) => id))
      put(request.context, 'template', oldest, { font_size: Number(request.params.id) })
      return handler(request)
    }),
  ],
  [
    'a deletion takes the next template along',
    'templates.delete',
    around('deleteTemplate', (request, handler) => {
      const answer = handler(request)
      request.context.store.templates.delete(request.params.id + 1)
      return answer
    }),
  ],
  [
    'a customer can be deleted twice',
    'customers.delete',
    all(
      withoutGate('existing', ({ operation }) => operation === 'deleteCustomer'),
      around('deleteCustomer', ({ context, params }) => {
        context.store.customers.delete(params.id)
        return { outcome: 'deleted', body: null }
      }),
    ),
  ],
  [
    'some reads show another phone than the list',
    'customers.read',
    changing('readCustomer', 'customer', (customer) =>
      customer.id % 5 === 0 ? { ...customer, phone: '0' } : customer,
    ),
  ],
  [
    'later pages of the list show no tags',
    'customers.read',
    around('listCustomers', (request, handler) => {
      const answer = handler(request)
      const { customers } = answer.body as { customers: object[] }
      if (Number(request.query['page'] ?? 1) === 1) return answer
      return {
        ...answer,
        body: { ...answer.body, customers: customers.map((one) => ({ ...one, tags: '' })) },
      }
    }),
  ],
  [
    'later pages of a search are those of the list',
    'customers.list',
    around('listCustomers', (request, handler) => {
      if (Number(request.query['page'] ?? 1) === 1) return handler(request)
      const { search: _, ...query } = request.query
      return handler({ ...request, query })
    }),
  ],
  [
    'an update that changes nothing takes updated_at back',
    'templates.updated-at',
    around('updateTemplate', (request, handler) => {
      const before = request.context.store.templates.get(request.params.id)
      const answer = handler(request)
      const given = Object.entries(request.body['template'] as object)
      const same = given.every(([field, value]) => before?.[field as 'name'] === value)
      if (before && same) put(request.context, 'template', before.id, { updated_at: before.created_at })
      return answer
    }),
  ],
  [
    'an update drops the addresses',
    'customers.output-only',
    around('updateCustomer', (request, handler) => {
      put(request.context, 'customer', request.params.id, { addresses: [] })
      return handler(request)
    }),
  ],
  [
    'the list keeps the prefix that a template was made with',
    'templates.update',
    fresh(() => {
      const first = new Map<number, string>()
      return changingEach('listTemplates', 'templates', (template) => {
        const invoice_number_prefix = first.get(template.id) ?? template.invoice_number_prefix
        first.set(template.id, invoice_number_prefix)
        return { ...template, invoice_number_prefix }
      })
    }),
  ],
]

test.each(faults)('%s: %s fails', async (_, clause, change) => {
  const mock = await startMock({ ...change(PARTS), seed: 1 })
  expect(await outcomes(mock.target, [clause])).toEqual({ [clause]: 'fail' })
  await mock.close()
})
