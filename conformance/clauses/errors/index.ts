import { atOnce } from '../../judge/at-once.ts'
import { randomUUID } from 'node:crypto'
import { ERROR_KINDS, type OperationId } from '../../../schemas/operations.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Call } from '../../server/client/call.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'

/** Requests that are refused for every reason that a request can have. */
function refusedCalls(): (readonly [OperationId, Call])[] {
  const invoice = { params: { slug: randomUUID() } }
  const record = { params: { id: UNLIKELY_ID } }
  const bodies = [{}, { template: [], customer: [], settings: [] }]
  const writes = ['createTemplate', 'createCustomer', 'updateSettings'] as const
  return [
    ['readInvoice', invoice],
    ['readInvoicePdf', invoice],
    ['readTemplate', record],
    ['readCustomer', record],
    ['searchInvoices', {}],
    ['deleteTemplate', record],
    ['deleteCustomer', record],
    ...writes.flatMap((operation) => bodies.map((body) => [operation, { body }] as const)),
    ['createInvoice', { body: {} }],
    ['createInvoice', { body: { order_id: {} } }],
    ['regenerateInvoice', invoice],
    ['sendInvoiceEmail', invoice],
    ['bulkPdf', { body: {} }],
  ]
}

/** Its answers are what watchers judge: it makes sure that there are some, whatever else is selected. */
const errorBodies = check(['errors.not-found-body', 'errors.unprocessable-body', 'errors.status-class'], {
  name: 'errors of every kind',
  // What is refused touches nothing.
  touches: {},
  async run(law) {
    const permitted = refusedCalls().filter(([operation]) => law.permits(operation))
    await atOnce(permitted, ([operation, call]) => law.call(operation, call))
  },
})

/** errors.one-status-per-kind: the errors of one kind that checks met have one status. */
const oneStatusPerKind = check('errors.one-status-per-kind', {
  when: 'last',
  touches: {},
  name: 'one status for each kind of error',
  async run(law) {
    for (const kind of ERROR_KINDS) {
      const [first, ...others] = law.refusals(kind)
      if (!first || others.length === 0) continue
      const { status } = first.response
      const other = others.find(({ response }) => response.status !== status)
      law.judge(other === undefined, {
        message: `the ${kind} error has more than one status`,
        expected: String(status),
        exchanges: other ? [first, other] : first,
      })
    }
  },
})

export const errorsChecks: readonly Check[] = [errorBodies, oneStatusPerKind]
