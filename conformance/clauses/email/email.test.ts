import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PARTS, startMock } from '../../../mock-server/index.ts'
import { Refusal, sendInvoiceEmail } from '../../../mock-server/seams.ts'
import { CLAUSE_IDS, type ClauseId } from '../../../schemas/clauses.ts'
import { around, changing } from '../../proof/mutants/answers.ts'
import { afterGate } from '../../proof/mutants/gates.ts'
import { all, fresh, type Change } from '../../proof/mutants/mutant.ts'
import { isFor } from '../../proof/mutants/operations.ts'
import { startPlainServer } from '../../proof/plain-server/plain-server.ts'
import { outcomes } from '../../proof/testing/outcomes.ts'

const CLAUSES = CLAUSE_IDS.filter((clause) => clause.startsWith('email.'))
const allPass = Object.fromEntries(CLAUSES.map((clause) => [clause, 'pass']))

test('every clause of emails passes on the mock', async () => {
  const mock = await startMock({ seed: 1 })
  expect(await outcomes(mock.target, CLAUSES)).toEqual(allPass)
  await mock.close()
})

test.each(['overseas', 'tiny'])('every clause of emails passes on the plain server %s', async (profile) => {
  const server = await startPlainServer({ profile })
  expect(await outcomes(server.target, CLAUSES)).toEqual(allPass)
  await server.close()
})

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

const faults: readonly [says: string, clause: ClauseId, Change][] = [
  [
    'emails of one invoice that are asked for at once become one',
    'email.mailbox',
    fresh(() => {
      const underWay = new Map<string, number>()
      const count = ({ slug }: { slug: string }, more: number) =>
        underWay.set(slug, (underWay.get(slug) ?? 0) + more)
      return all(
        afterGate('body', async (exchange) => {
          if (!isFor(exchange, 'sendInvoiceEmail')) return
          count(exchange.params, 1)
          // The others arrive meanwhile.
          await sleep(60)
        }),
        around('sendInvoiceEmail', (request, handler) => {
          count(request.params, -1)
          const answer = handler(request)
          const { emails } = request.context.store
          const newest = [...emails.keys()].at(-1)
          if (underWay.get(request.params.slug) && newest !== undefined) emails.delete(newest)
          return answer
        }),
      )
    }),
  ],
  [
    'a refused template_id sends the email all the same',
    'email.mailbox',
    around('sendInvoiceEmail', (request, handler) => {
      try {
        return handler(request)
      } catch (error) {
        if (error instanceof Refusal && error.kind === 'unprocessable')
          sendInvoiceEmail(request.context, request.params.slug, {})
        throw error
      }
    }),
  ],
  [
    "another store's template is taken for one's own",
    'email.template-unknown',
    around('sendInvoiceEmail', (request, handler) => {
      const { template_id: id, ...body } = request.body
      const isFar = typeof id === 'number' && id < 2 ** 40 && !request.context.store.templates.has(id)
      return handler(isFar ? { ...request, body } : request)
    }),
  ],
  [
    'the email goes to what the order says, before the invoice does',
    'email.recipient',
    around('sendInvoiceEmail', (request, handler) => {
      const { store } = request.context
      const answer = handler(request)
      const email = [...store.emails.values()].at(-1)
      const invoice = [...store.invoices.values()].find(({ slug }) => slug === email?.slug)
      const order = store[invoice?.draft ? 'draft_orders' : 'orders'].get(invoice?.order_id ?? 0)
      if (email && order) store.emails.set(email.id, { ...email, to: order.customer.email })
      return answer
    }),
  ],
]

test.each(faults)('%s: %s fails', async (_, clause, change) => {
  const mock = await startMock({ seed: 1, ...change(PARTS) })
  expect(await outcomes({ ...mock.target, patience_seconds: 2.5 }, [clause])).toEqual({ [clause]: 'fail' })
  await mock.close()
})
