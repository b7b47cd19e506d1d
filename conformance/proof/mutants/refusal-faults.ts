import { type Exchange, Refusal, sentQuery } from '../../../mock-server/seams.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Dialect } from '../../../schemas/dialect.ts'
import { OPERATION_IDS, OPERATIONS, type Operation, type OperationId } from '../../../schemas/operations.ts'
import { fieldsOf, inputFieldsOf } from '../../../schemas/resources.ts'
import { around } from './answers.ts'
import { savingWhatItRefuses } from './bodies.ts'
import { aroundGate, meetingFirst, parsingFirst, refusedButDone, withoutGate } from './gates.ts'
import { all, type Faults, ofEach } from './mutant.ts'
import { isFor, WRITES } from './operations.ts'
import { enter } from './other-stores.ts'
import { CUSTOMER, type RecordKind, TEMPLATE, withBefore } from './records.ts'
import { doneAllTheSame } from './template-refusals.ts'

// What a refused request did after all, at every operation that writes and for every refusal, and which of two refusals comes first.

/** What stands in the place of the key. */
const KEYS: Readonly<Record<string, (header: unknown) => boolean>> = {
  'without a key': (header) => header === undefined,
  'with a wrong key': (header) => header !== undefined,
}

/** Operations that judge something of what they are sent beside their path, and where. */
const INPUTS = OPERATION_IDS.flatMap((operation): (readonly [OperationId, 'body' | 'query'])[] => {
  const { body, query }: Operation = OPERATIONS[operation]
  if (body) return [[operation, 'body']]
  return query === 'queries/document' ? [[operation, 'query']] : []
})

/** Which record is taken for one that is not there. */
const WHICH = [
  ['oldest', 0],
  ['newest', -1],
] as const

/** Faults of what is refused, whatever it is refused for. */
export const REFUSAL_FAULTS: Readonly<Partial<Record<ClauseId, Faults>>> = {
  'auth.key-required': judgedBefore('authenticate', 'the key'),
  'auth.free-plan': {
    ...judgedBefore('paid-plan', 'the plan'),
    ...ofEach(['createInvoice', 'bulkPdf'] as const, (operation) => ({
      [`${operation} tries what it is asked for before the plan`]: all(
        withoutGate('paid-plan', (exchange) => isFor(exchange, operation)),
        around(operation, (request, handler) => {
          const answer = handler(request)
          if (request.context.store.record.plan === 'free') throw new Refusal('forbidden')
          return answer
        }),
      ),
    })),
  },
  'auth.unauthorized-no-effect': ofEach(Object.entries(KEYS), ([how, isMeant]) =>
    ofEach(WRITES, (operation) => ({
      [`${operation} ${how} is answered unauthorized, but done`]: refusedButDone(
        'authenticate',
        operation,
        (exchange, stores) => {
          if (!isMeant(exchange.http.headers['x-auth-token'])) throw new Refusal('unauthorized')
          enter(exchange, stores)
        },
      ),
    })),
  ),
  'auth.scope-invoices': ofEach(['createInvoice', 'regenerateInvoice', 'sendInvoiceEmail'], doneForTheFree),
  'auth.scope-templates': ofEach(['createTemplate', 'updateTemplate', 'deleteTemplate'], doneForTheFree),
  'auth.scope-customers': ofEach(['createCustomer', 'updateCustomer', 'deleteCustomer'], doneForTheFree),
  'auth.scope-settings': doneForTheFree('updateSettings'),
  'rate.limited-no-effect': {
    'regenerateInvoice is answered rate-limited, but done': refusedButDone('rate-limit', 'regenerateInvoice'),
  },
  'create.rejected-no-effect': doneAllTheSame('createInvoice', 'body'),
  'regenerate.template-unknown': doneAllTheSame('regenerateInvoice', 'query'),
  'email.mailbox': {
    ...doneAllTheSame('sendInvoiceEmail', 'body'),
    'An email of an unknown invoice is not-found, but that of the newest one is queued': refusedButDone(
      'existing',
      'sendInvoiceEmail',
      ({ context, params }) => {
        params.slug = [...(context?.store.invoices.values() ?? [])].at(-1)?.slug ?? ''
      },
    ),
    'An invoice without an address is refused, but an email is queued': around(
      'sendInvoiceEmail',
      (request, handler) => {
        const { context } = request
        const dialect: Dialect = { ...context.dialect, 'email.no_address': 'queued' }
        handler({ ...request, context: { ...context, dialect } })
        return handler(request)
      },
    ),
  },
  'templates.update': changedInstead(TEMPLATE),
  'customers.update': changedInstead(CUSTOMER),
  'templates.delete': deletedInstead(TEMPLATE),
  'customers.delete': deletedInstead(CUSTOMER),
  'templates.invalid': savedBesideEach(TEMPLATE),
  'customers.invalid': savedBesideEach(CUSTOMER),
  'settings.invalid': ofEach(Object.keys(fieldsOf('resources/settings-input')), (field) => ({
    [`An update with an invalid ${field} is refused, but its other fields are saved`]: savingWhatItRefuses(
      'updateSettings',
      field,
    ),
  })),
}

/** What a request says is judged before its key, or before its store's plan. */
function judgedBefore(gate: 'authenticate' | 'paid-plan', what: string): Faults {
  return {
    ...ofEach(INPUTS, ([operation, input]) => ({
      [`${operation} judges its ${input} before ${what}`]: meetingFirst(input, gate, operation),
    })),
    [`Bodies are parsed before ${what}`]: parsingFirst(gate),
    [`searchInvoices asks for q before ${what}`]: aroundGate(gate, (exchange, through) => {
      if (isFor(exchange, 'searchInvoices') && !('q' in sentQuery(exchange)))
        throw new Refusal('unprocessable')
      return through()
    }),
  }
}

/** What the key of a store on the free plan asks for is forbidden, but done to the records of others. */
function doneForTheFree(operation: OperationId): Faults {
  return {
    [`${operation} is forbidden to the free plan, but done in another store`]: refusedButDone(
      'paid-plan',
      operation,
      enter,
    ),
  }
}

/** Takes the oldest or the newest record for the one that a request names. */
function takeFor(exchange: Exchange, kind: RecordKind, which: number): void {
  const records = exchange.context ? kind.kept(exchange.context.store) : []
  exchange.params.id =
    records
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
      .at(which) ?? 0
}

/** An update of what is not there is not-found, but changes another. */
function changedInstead(kind: RecordKind): Faults {
  const { one, operations } = kind.resource
  return ofEach(WHICH, ([which, at]) => ({
    [`An update of an unknown ${one} is not-found, but changes the ${which}`]: refusedButDone(
      'existing',
      operations.update,
      (exchange) => takeFor(exchange, kind, at),
    ),
  }))
}

function deletedInstead(kind: RecordKind): Faults {
  const { one, operations } = kind.resource
  return {
    ...ofEach(WHICH, ([which, at]) => ({
      [`A deletion of an unknown ${one} is not-found, but deletes the ${which}`]: refusedButDone(
        'existing',
        operations.delete,
        (exchange) => takeFor(exchange, kind, at),
      ),
    })),
    [`An update of a deleted ${one} is not-found, but brings it back`]: withBefore(
      kind,
      'delete',
      (deleted) =>
        aroundGate('existing', async (exchange, through) => {
          try {
            await through()
          } catch (error) {
            const gone = isFor(exchange, operations.update) ? deleted.get(exchange.params.id) : undefined
            if (gone && exchange.context) kind.put(exchange.context.store, gone.record)
            throw error
          }
        }),
    ),
  }
}

/** One field is judged when the others are saved already: of a creation any but a name, without which nothing is made. */
function savedBesideEach({ resource }: RecordKind): Faults {
  const { one, operations } = resource
  return ofEach(inputFieldsOf(resource), (field) => ({
    ...(field !== 'name' && {
      [`A creation with an invalid ${field} is refused, but the ${one} is there`]: savingWhatItRefuses(
        operations.create,
        field,
      ),
    }),
    [`An update with an invalid ${field} is refused, but its other fields are saved`]: savingWhatItRefuses(
      operations.update,
      field,
    ),
  }))
}
