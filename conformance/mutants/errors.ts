import type { HttpAnswer } from '../../mock-server/routes/exchange.ts'
import { Refusal } from '../../mock-server/rules/refusal.ts'
import type { OperationId } from '../../schemas/operations.ts'
import {
  afterHandler,
  all,
  fresh,
  isFor,
  onRefusal,
  onReply,
  rewritten,
  type Change,
  type Mutant,
} from './mutant.ts'

const CUSTOMERS = ['readCustomer', 'updateCustomer', 'deleteCustomer'] as const

/** Faults of error bodies and statuses. */
export const ERRORS_MUTANTS: readonly Mutant[] = [
  {
    id: 'errors.not-found-message',
    clause: 'errors.not-found-body',
    says: 'not-found of customers says message instead of error.',
    mutate: body('not-found', ({ error }) => ({ message: error }), CUSTOMERS),
  },
  {
    id: 'errors.not-found-empty',
    clause: 'errors.not-found-body',
    says: 'not-found of deletions is an empty object.',
    deep: true,
    mutate: body('not-found', () => ({}), ['deleteTemplate', 'deleteCustomer']),
  },
  {
    id: 'errors.not-found-without-body',
    clause: 'errors.not-found-body',
    says: 'not-found of GET pdf has no body.',
    mutate: onRefusal('not-found', (answer) => ({ ...answer, headers: {}, body: null }), 'readInvoicePdf'),
  },
  {
    id: 'errors.not-found-code',
    clause: 'errors.not-found-body',
    says: 'The error of not-found of send_email is the number 404.',
    deep: true,
    mutate: body('not-found', () => ({ error: 404 }), ['sendInvoiceEmail']),
  },
  {
    id: 'errors.not-found-after-deletion',
    clause: 'errors.not-found-body',
    says: 'not-found of a record that was deleted has an object as error.',
    deep: true,
    mutate: afterDeletion((answer) =>
      rewritten(answer, ({ error }) => ({ error: { text: error, deleted: true } })),
    ),
  },
  {
    id: 'errors.not-found-array',
    clause: 'errors.not-found-body',
    says: 'not-found of a template is an array of texts.',
    mutate: body('not-found', ({ error }) => [error], ['readTemplate']),
  },
  {
    id: 'errors.search-without-errors',
    clause: 'errors.unprocessable-body',
    says: 'A search without q answers no errors.',
    mutate: body('unprocessable', ({ error }) => ({ error }), ['searchInvoices']),
  },
  {
    id: 'errors.create-errors-array',
    clause: 'errors.unprocessable-body',
    says: 'The errors of a creation are an array.',
    mutate: body('unprocessable', (sent) => ({ ...sent, errors: ['order_id is invalid'] }), [
      'createInvoice',
    ]),
  },
  {
    id: 'errors.settings-without-error',
    clause: 'errors.unprocessable-body',
    says: 'A refused update of the settings answers no error.',
    deep: true,
    mutate: body('unprocessable', ({ errors }) => ({ errors }), ['updateSettings']),
  },
  {
    id: 'errors.template-errors-text',
    clause: 'errors.unprocessable-body',
    says: 'The errors of a refused template are one text.',
    deep: true,
    mutate: body('unprocessable', (sent) => ({ ...sent, errors: JSON.stringify(sent['errors']) }), [
      'createTemplate',
      'updateTemplate',
    ]),
  },
  {
    id: 'errors.bulk-null-errors',
    clause: 'errors.unprocessable-body',
    says: 'The errors of a refused bulk_pdf are null.',
    deep: true,
    mutate: body('unprocessable', (sent) => ({ ...sent, errors: null }), ['bulkPdf']),
  },
  {
    id: 'errors.update-errors-array',
    clause: 'errors.unprocessable-body',
    says: 'The errors of a refused update of a customer are an array.',
    deep: true,
    mutate: body('unprocessable', (sent) => ({ ...sent, errors: [sent['errors']] }), ['updateCustomer']),
  },
  {
    id: 'errors.templates-400',
    clause: 'errors.one-status-per-kind',
    says: 'unprocessable is 400 for templates and 422 elsewhere.',
    mutate: status('unprocessable', 400, ['createTemplate', 'updateTemplate']),
  },
  {
    id: 'errors.deleted-410',
    clause: 'errors.one-status-per-kind',
    says: 'What was deleted is 410 instead of 404.',
    deep: true,
    mutate: afterDeletion((answer) => ({ ...answer, status: 410 })),
  },
  {
    id: 'errors.search-400',
    clause: 'errors.one-status-per-kind',
    says: 'unprocessable is 400 for search and 422 elsewhere.',
    deep: true,
    mutate: status('unprocessable', 400, ['searchInvoices']),
  },
  {
    id: 'errors.not-found-200',
    clause: 'errors.status-class',
    says: 'An unknown customer is answered 200 with an error.',
    mutate: status('not-found', 200, CUSTOMERS),
  },
  {
    id: 'errors.unprocessable-200',
    clause: 'errors.status-class',
    says: 'A search without q is answered 200 with an error.',
    mutate: status('unprocessable', 200, ['searchInvoices']),
  },
  {
    id: 'errors.unauthorized-200',
    clause: 'errors.status-class',
    says: 'Listing templates with a wrong key is answered 200 with an error.',
    deep: true,
    mutate: status('unauthorized', 200, ['listTemplates']),
  },
  {
    id: 'errors.refused-regeneration-200',
    clause: 'errors.status-class',
    says: 'A regeneration with an unknown template is answered 202 with an error.',
    deep: true,
    mutate: status('unprocessable', 202, ['regenerateInvoice']),
  },
  {
    id: 'errors.existing-409',
    clause: 'errors.status-class',
    says: 'The existing invoice of an order is answered with 409.',
    deep: true,
    mutate: onReply((answer, exchange, result) =>
      isFor(exchange, 'createInvoice') && !(result instanceof Refusal) && result.outcome === 'existing'
        ? { ...answer, status: 409 }
        : answer,
    ),
  },
  {
    id: 'errors.deleted-404',
    clause: 'errors.status-class',
    says: 'A successful deletion of a customer is answered 404.',
    deep: true,
    mutate: onReply((answer, exchange, result) =>
      isFor(exchange, 'deleteCustomer') && !(result instanceof Refusal)
        ? { status: 404, headers: { 'content-type': 'application/json' }, body: '{"error":"Not found"}' }
        : answer,
    ),
  },
  {
    id: 'errors.empty-page-304',
    clause: 'errors.status-class',
    says: 'A page past the last of the customers is answered 404 with the usual body.',
    deep: true,
    mutate: onReply((answer, exchange) =>
      isFor(exchange, 'listCustomers') &&
      String(answer.body).includes('"customers":[]') &&
      'page' in exchange.query
        ? { ...answer, status: 404 }
        : answer,
    ),
  },
]

function body(
  kind: 'not-found' | 'unprocessable',
  change: (sent: Record<string, unknown>) => unknown,
  operations: readonly OperationId[],
): Change {
  return onRefusal(kind, (answer) => rewritten(answer, change), operations)
}

function status(
  kind: 'not-found' | 'unprocessable' | 'unauthorized',
  code: number,
  operations: readonly OperationId[],
): Change {
  return onRefusal(kind, (answer) => ({ ...answer, status: code }), operations)
}

/** Changes the not-found answers to templates and customers that were there once. */
function afterDeletion(change: (answer: HttpAnswer) => HttpAnswer): Change {
  return fresh(() => {
    const deleted = new Set<number>()
    return all(
      afterHandler(['deleteTemplate', 'deleteCustomer'], ({ params }) => void deleted.add(params.id)),
      onRefusal('not-found', (answer, { params }) => (deleted.has(params.id) ? change(answer) : answer)),
    )
  })
}
