import type { OperationId } from '../../schemas/operations.ts'
import { atOnce } from '../judge/at-once.ts'
import { Unreachable, type Call } from '../server/client/client.ts'
import type { Exchange } from '../server/client/exchange.ts'
import type { Session } from '../server/session.ts'
import { UNLIKELY_ID, unlikelySlug } from '../server/unlikely-id.ts'
import { seeThatItAnswers } from './reach.ts'

/**
 * Sees that the target serves the API to its key, and learns the statuses of its error kinds. Each kind is learned
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
  const slug = unlikelySlug(session.seedOf('unknown slug'))
  await learn(session, 'not-found', [
    ['readInvoice', { params: { slug } }],
    ['readInvoicePdf', { params: { slug } }],
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

type Probe = [operation: OperationId, call: Call]

/** A kind is learned from several operations: one that has no answer is left to the checks. */
const answerTo = (session: Session, ...[operation, call]: Probe): Promise<Exchange[]> =>
  session.client.call(operation, call).then(
    (exchange) => [exchange],
    (error: unknown) => {
      if (error instanceof Unreachable) return []
      throw error
    },
  )

async function learn(
  session: Session,
  kind: 'unauthorized' | 'not-found' | 'unprocessable',
  probes: Probe[],
): Promise<void> {
  const permitted = probes.filter(([operation]) => session.client.permits(operation))
  const answers = await atOnce(permitted, (probe) => answerTo(session, ...probe))
  session.kinds.learn(kind, answers.flat())
  const learned = session.kinds.learned(kind)
  // Each kind has a question of its name.
  const key = `status.${kind.replace('-', '_')}` as 'status.not_found'
  if (learned) session.observations.observe(key, learned.status, learned.evidence)
}
