import { atOnce } from '../../judge/at-once.ts'
import { ERROR_KINDS, type OperationId } from '../../../schemas/operations.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Call } from '../../server/client/call.ts'
import { ERROR_BODIES, lackingBody } from '../../judge/watch/error-bodies.ts'
import { UNLIKELY_ID, unlikelySlug } from '../../server/unlikely-id.ts'

type Refused = readonly ['not-found' | 'unprocessable', OperationId, Call]

/** Requests that are refused for every reason that a request can have, and as what. */
function refusedCalls(unknownSlug: string): Refused[] {
  const invoice = { params: { slug: unknownSlug } }
  const record = { params: { id: UNLIKELY_ID } }
  const bodies = [{}, { template: [], customer: [], settings: [] }]
  const writes = ['createTemplate', 'createCustomer', 'updateSettings'] as const
  return [
    ['not-found', 'readInvoice', invoice],
    ['not-found', 'readInvoicePdf', invoice],
    ['not-found', 'readTemplate', record],
    ['not-found', 'readCustomer', record],
    ['unprocessable', 'searchInvoices', {}],
    ['not-found', 'deleteTemplate', record],
    ['not-found', 'deleteCustomer', record],
    ...writes.flatMap((operation) =>
      bodies.map((body) => ['unprocessable', operation, { body }] satisfies Refused),
    ),
    ['unprocessable', 'createInvoice', { body: {} }],
    ['unprocessable', 'createInvoice', { body: { order_id: {} } }],
    ['not-found', 'regenerateInvoice', invoice],
    ['not-found', 'sendInvoiceEmail', invoice],
    ['unprocessable', 'bulkPdf', { body: {} }],
  ]
}

/** Its answers are what watchers judge, and the checks below: it makes sure that there are some, whatever else is selected. */
const errorBodies = check(['errors.not-found-body', 'errors.unprocessable-body', 'errors.status-class'], {
  name: 'errors of every kind',
  // What is refused touches nothing.
  touches: {},
  async run(law) {
    const calls = refusedCalls(unlikelySlug(law.seedOf('unknown slug')))
    const permitted = calls.filter(([, operation]) => law.permits(operation))
    await atOnce(permitted, async ([kind, operation, call]) => {
      const answer = await law.call(operation, call)
      // Whether it is of that kind, other clauses judge.
      if (law.is(kind, answer)) law.noteRefusal(answer, kind)
    })
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

/**
 * The body clauses, of whatever checks know to be of the kind. Watchers know a kind by the status that most of its errors
 * have; the others have it too, where one kind has several statuses (errors.one-status-per-kind is a should).
 */
const bodiesOfKinds = ERROR_BODIES.map(({ kind, clause }) =>
  check(clause, {
    when: 'last',
    touches: {},
    name: `the body of each ${kind} error, whatever its status`,
    async run(law) {
      for (const refusal of law.allRefusals.filter(({ kinds }) => kinds.includes(kind))) {
        const lacking = lackingBody(refusal, law.session.kinds)
        law.judge(lacking?.kind !== kind, {
          expected: String(lacking?.expected),
          exchanges: refusal.exchange,
        })
      }
    },
  }),
)

export const errorsChecks: readonly Check[] = [errorBodies, oneStatusPerKind, ...bodiesOfKinds]
