import { type HttpAnswer, Refusal } from '../../../mock-server/seams.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import {
  afterHandler,
  all,
  type Change,
  type Faults,
  type FaultsOf,
  fresh,
  isFor,
  ofEach,
  onRefusal,
  onReply,
  refusingWith,
  rewritten,
} from './mutant.ts'

const CUSTOMERS = ['readCustomer', 'updateCustomer', 'deleteCustomer'] as const

/** Faults of error bodies and statuses. */
export const ERRORS_FAULTS: FaultsOf<'errors'> = {
  'errors.not-found-body': {
    ...wrongBodies('not-found', ({ error }) => ({ message: error }), 'with-message'),
    ...wrongBodies('not-found', ({ error }) => ({ error: { text: error } }), 'with-object'),
    ...wrongBodies('not-found', () => ({}), 'empty'),
    'not-found of customers says message instead of error': body(
      'not-found',
      ({ error }) => ({ message: error }),
      CUSTOMERS,
    ),
    'not-found of deletions is an empty object': body('not-found', () => ({}), [
      'deleteTemplate',
      'deleteCustomer',
    ]),
    'not-found of GET pdf has no body': onRefusal(
      'not-found',
      (answer) => ({ ...answer, headers: {}, body: null }),
      'readInvoicePdf',
    ),
    'The error of not-found of send_email is the number 404': body('not-found', () => ({ error: 404 }), [
      'sendInvoiceEmail',
    ]),
    'not-found of a record that was deleted has an object as error': afterDeletion((answer) =>
      rewritten(answer, ({ error }) => ({ error: { text: error, deleted: true } })),
    ),
    'not-found of a template is an array of texts': body('not-found', ({ error }) => [error], [
      'readTemplate',
    ]),
  },
  'errors.unprocessable-body': {
    ...wrongBodies('unprocessable', ({ error }) => ({ error }), 'without-errors'),
    ...wrongBodies('unprocessable', ({ errors }) => ({ errors }), 'without-error'),
    ...wrongBodies('unprocessable', (sent) => ({ ...sent, errors: ['is invalid'] }), 'with-array'),
    ...wrongBodies('unprocessable', (sent) => ({ ...sent, errors: 'is invalid' }), 'with-text'),
    'A search without q answers no errors': body('unprocessable', ({ error }) => ({ error }), [
      'searchInvoices',
    ]),
    'The errors of a creation are an array': body(
      'unprocessable',
      (sent) => ({ ...sent, errors: ['order_id is invalid'] }),
      ['createInvoice'],
    ),
    'A refused update of the settings answers no error': body('unprocessable', ({ errors }) => ({ errors }), [
      'updateSettings',
    ]),
    'The errors of a refused template are one text': body(
      'unprocessable',
      (sent) => ({ ...sent, errors: JSON.stringify(sent['errors']) }),
      ['createTemplate', 'updateTemplate'],
    ),
    'The errors of a refused bulk_pdf are null': body(
      'unprocessable',
      (sent) => ({ ...sent, errors: null }),
      ['bulkPdf'],
    ),
    'The errors of a refused update of a customer are an array': body(
      'unprocessable',
      (sent) => ({ ...sent, errors: [sent['errors']] }),
      ['updateCustomer'],
    ),
  },
  'errors.one-status-per-kind': {
    'unprocessable is 400 for templates and 422 elsewhere': status('unprocessable', 400, [
      'createTemplate',
      'updateTemplate',
    ]),
    'What was deleted is 410 instead of 404': afterDeletion((answer) => ({ ...answer, status: 410 })),
    'unprocessable is 400 for search and 422 elsewhere': status('unprocessable', 400, ['searchInvoices']),
  },
  'errors.status-class': {
    ...successes('unauthorized'),
    ...successes('not-found'),
    ...successes('unprocessable'),
    'An unknown customer is answered 200 with an error': status('not-found', 200, CUSTOMERS),
    'A search without q is answered 200 with an error': status('unprocessable', 200, ['searchInvoices']),
    'Listing templates with a wrong key is answered 200 with an error': status('unauthorized', 200, [
      'listTemplates',
    ]),
    'A regeneration with an unknown template is answered 202 with an error': status('unprocessable', 202, [
      'regenerateInvoice',
    ]),
    'The existing invoice of an order is answered with 409': onReply((answer, exchange, result) =>
      isFor(exchange, 'createInvoice') && !(result instanceof Refusal) && result.outcome === 'existing'
        ? { ...answer, status: 409 }
        : answer,
    ),
    'A successful deletion of a customer is answered 404': onReply((answer, exchange, result) =>
      isFor(exchange, 'deleteCustomer') && !(result instanceof Refusal)
        ? { status: 404, headers: { 'content-type': 'application/json' }, body: '{"error":"Not found"}' }
        : answer,
    ),
    'A page past the last of the customers is answered 404 with the usual body': onReply((answer, exchange) =>
      isFor(exchange, 'listCustomers') &&
      String(answer.body).includes('"customers":[]') &&
      'page' in exchange.query
        ? { ...answer, status: 404 }
        : answer,
    ),
  },
}

/** The refusals of each operation with another body. */
function wrongBodies(
  kind: 'not-found' | 'unprocessable',
  change: (sent: Record<string, unknown>) => unknown,
  what: string,
): Faults {
  return ofEach(refusingWith(kind), (operation) => ({
    [`${kind} of ${operation} has a wrong body: ${what}`]: body(kind, change, [operation]),
  }))
}

/** The refusals of each operation with the status of a success. */
function successes(kind: 'not-found' | 'unprocessable' | 'unauthorized'): Faults {
  return ofEach(refusingWith(kind), (operation) => ({
    [`${kind} of ${operation} is answered 200 with an error`]: status(kind, 200, [operation]),
  }))
}

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
