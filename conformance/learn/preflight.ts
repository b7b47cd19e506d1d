import { randomUUID } from 'node:crypto'
import type { OperationId } from '../../schemas/operations.ts'
import { Unreachable, type Call } from '../client/client.ts'
import { isSuccess, type Exchange } from '../client/exchange.ts'
import type { Session } from '../session.ts'

/** An id that no store is likely to have, within 2^53. */
export const UNLIKELY_ID = 2 ** 52 + 12_345_679

/**
 * Sees that the target answers and takes the key, and learns the statuses of its error kinds. Each kind is learned
 * from several operations, so that one deviating operation is not taken for the rule.
 * @throws {Unreachable}
 */
export async function learnKinds(session: Session): Promise<void> {
  await seeThatItAnswers(session)
  await learn(session, 'unauthorized', [
    ['listInvoices', { key: 'none' }],
    ['listTemplates', { key: 'none' }],
    ['listCustomers', { key: 'none' }],
    ['readSettings', { key: 'none' }],
    ['readSettings', { key: 'bad', token: `no-such-key-${session.marker}` }],
  ])
  await learn(session, 'not-found', [
    ['readInvoice', { params: { slug: randomUUID() } }],
    ['readInvoicePdf', { params: { slug: randomUUID() } }],
    ['readTemplate', { params: { id: UNLIKELY_ID } }],
    ['readCustomer', { params: { id: UNLIKELY_ID } }],
  ])
  await learn(session, 'unprocessable', [
    ['searchInvoices', {}],
    ['createInvoice', { body: {} }],
    ['updateSettings', { body: {} }],
    ['createCustomer', { body: {} }],
    ['createTemplate', { body: {} }],
  ])
}

async function seeThatItAnswers({ client, target }: Session): Promise<void> {
  const answers = await Promise.all([
    client.call('readSettings'),
    client.call('listInvoices'),
    client.call('listTemplates'),
  ])
  if (answers.some(isSuccess)) return
  const statuses = [...new Set(answers.map(({ response }) => response.status))].join(', ')
  throw new Unreachable(
    `${target.base_url} does not serve the API to this key: settings, invoices and templates answer ${statuses}`,
  )
}

type Probe = [operation: OperationId, call: Call]

async function learn(
  session: Session,
  kind: 'unauthorized' | 'not-found' | 'unprocessable',
  probes: Probe[],
): Promise<void> {
  const answers: Exchange[] = []
  for (const [operation, call] of probes) {
    if (session.client.permits(operation)) answers.push(await session.client.call(operation, call))
  }
  session.kinds.learn(kind, answers)
  const learned = session.kinds.learned(kind)
  const key = `status.${kind.replace('-', '_')}` as 'status.not_found'
  if (learned) session.observations.observe(key, learned.status, learned.evidence)
}
