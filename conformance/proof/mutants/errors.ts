import { type HttpAnswer, Refusal } from '../../../mock-server/seams.ts'
import type { ErrorKind, OperationId } from '../../../schemas/operations.ts'
import { afterHandler } from './answers.ts'
import { type Change, type Faults, type FaultsOf, ofEach, noting } from './mutant.ts'
import { isFor, type OneOrMore, refusingWith } from './operations.ts'
import { onRefusal, onReply, rewritten } from './replies.ts'

type Rewriting = (sent: Record<string, unknown>) => unknown

/** Bodies that an error must not have. */
const WRONG_BODIES: Readonly<Record<'not-found' | 'unprocessable', Readonly<Record<string, Rewriting>>>> = {
  'not-found': {
    'says message instead of error': ({ error }) => ({ message: error }),
    'has an object as error': ({ error }) => ({ error: { text: error } }),
    'has the number 404 as error': () => ({ error: 404 }),
    'is an array of texts': ({ error }) => [error],
    'is an empty object': () => ({}),
  },
  unprocessable: {
    'has no errors': ({ error }) => ({ error }),
    'has no error': ({ errors }) => ({ errors }),
    'has errors that are null': (sent) => ({ ...sent, errors: null }),
    'has an array of texts as errors': (sent) => ({ ...sent, errors: ['is invalid'] }),
    'has an array around the errors': (sent) => ({ ...sent, errors: [sent['errors']] }),
    'has one text as errors': (sent) => ({ ...sent, errors: JSON.stringify(sent['errors']) }),
  },
}

/** Faults of error bodies and statuses. */
export const ERRORS_FAULTS: FaultsOf<'errors'> = {
  'errors.not-found-body': {
    ...wrongBodies('not-found'),
    ...ofEach(refusingWith('not-found'), (operation) => ({
      [`not-found of ${operation} has no body`]: onRefusal(
        'not-found',
        (answer) => ({ ...answer, headers: {}, body: null }),
        operation,
      ),
    })),
    ...ofEach(['readInvoicePdf', 'sendInvoiceEmail'] as const, (operation) => ({
      [`not-found of ${operation} is 410 without error, and 404 elsewhere`]: onRefusal(
        'not-found',
        (answer) => ({ ...rewritten(answer, ({ error }) => ({ message: error })), status: 410 }),
        operation,
      ),
    })),
    'not-found of a record that was deleted has an object as error': afterDeletion((answer) =>
      rewritten(answer, ({ error }) => ({ error: { text: error, deleted: true } })),
    ),
  },
  'errors.unprocessable-body': {
    ...wrongBodies('unprocessable'),
    ...ofEach(['searchInvoices', 'createInvoice', 'updateSettings'] as const, (operation) => ({
      [`unprocessable of ${operation} is 400 without errors, and 422 elsewhere`]: onRefusal(
        'unprocessable',
        (answer) => ({ ...rewritten(answer, ({ error }) => ({ error })), status: 400 }),
        operation,
      ),
    })),
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
    ...ofEach(['unauthorized', 'not-found', 'unprocessable'] as const, (kind) =>
      ofEach(refusingWith(kind), (operation) => ({
        [`${kind} of ${operation} is answered 200 with an error`]: status(kind, 200, operation),
      })),
    ),
    'The existing invoice of an order is answered with 409': onReply((answer, exchange, result) =>
      isFor(exchange, 'createInvoice') && !(result instanceof Refusal) && result.outcome === 'existing'
        ? { ...answer, status: 409 }
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

/** The refusals of each operation with each of the wrong bodies. */
function wrongBodies(kind: keyof typeof WRONG_BODIES): Faults {
  return ofEach(Object.entries(WRONG_BODIES[kind]), ([what, change]) =>
    ofEach(refusingWith(kind), (operation) => ({
      [`${kind} of ${operation} ${what}`]: onRefusal(kind, (answer) => rewritten(answer, change), operation),
    })),
  )
}

function status(kind: ErrorKind, code: number, operations: OneOrMore<OperationId>): Change {
  return onRefusal(kind, (answer) => ({ ...answer, status: code }), operations)
}

/** Changes the not-found answers to templates and customers that were there once. */
function afterDeletion(change: (answer: HttpAnswer) => HttpAnswer): Change {
  return noting(Set<number>, (deleted) => [
    afterHandler(['deleteTemplate', 'deleteCustomer'], ({ params }) => void deleted.add(params.id)),
    onRefusal('not-found', (answer, { params }) => (deleted.has(params.id) ? change(answer) : answer)),
  ])
}
