import { Refusal } from '../../../mock-server/seams.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { isObject } from '../../server/client/exchange.ts'
import { keyFor, isValid, sentUnder, taming } from './bodies.ts'
import { aroundGate } from './gates.ts'
import { type Change, type Faults, ofEach } from './mutant.ts'
import { isFor } from './operations.ts'

// What becomes of two mistakes in one request.

const RECORD_WRITES = ['createTemplate', 'updateTemplate', 'createCustomer', 'updateCustomer'] as const
const WITH_BODY = ['createInvoice', 'bulkPdf', 'updateSettings', ...RECORD_WRITES] as const
/** What of a path names a record, while a body or a query is judged too. */
const WITH_PATH = [
  'updateTemplate',
  'updateCustomer',
  'regenerateInvoice',
  'readInvoicePdf',
  'sendInvoiceEmail',
] as const

/** Falls over where a body has two mistakes at least. */
const fallingOver = (operation: OperationId): Change =>
  aroundGate('body', async (exchange, through) => {
    try {
      await through()
    } catch (error) {
      const isTwo = error instanceof Refusal && Object.keys(error.errors).length > 1
      if (isTwo && isFor(exchange, operation)) throw new TypeError('errors is not iterable', { cause: error })
      throw error
    }
  })

/** Falls over where a record is not there and what is asked of it is wrong besides. */
const fallingOverAt =
  (operation: OperationId): Change =>
  (parts) => {
    const judges = parts.gates.filter(({ name }) => name === 'query' || name === 'body')
    return aroundGate('existing', async (exchange, through, stores) => {
      try {
        await through()
      } catch (error) {
        if (!isFor(exchange, operation)) throw error
        for (const gate of judges)
          try {
            await gate.pass(exchange, stores)
          } catch (cause) {
            throw new TypeError('record is null', { cause })
          }
        throw error
      }
    })(parts)
  }

/** Takes what has two wrong fields without them, or with the first of them ignored and the others refused. */
const forgiving = (operation: (typeof RECORD_WRITES)[number] | 'updateSettings'): Change =>
  taming(operation, (sent, exchange) => {
    const key = keyFor(operation)
    const fields = Object.entries(sentUnder(key, exchange))
    const valid = fields.filter(([name, value]) => isValid({ [key]: { [name]: value } }, exchange))
    return isObject(sent) && fields.length - valid.length > 1 ? { [key]: Object.fromEntries(valid) } : sent
  })

const forgiven = (operation: (typeof RECORD_WRITES)[number] | 'updateSettings'): Faults => ({
  [`${operation} takes what has two wrong fields without them`]: forgiving(operation),
})

/** Faults of two mistakes at once. */
export const DOUBLE_FAULTS: Readonly<Partial<Record<ClauseId, Faults>>> = {
  'http.no-server-error': {
    ...ofEach(WITH_BODY, (operation) => ({
      [`Two mistakes in the body of ${operation} make a 500`]: fallingOver(operation),
    })),
    ...ofEach(WITH_PATH, (operation) => ({
      [`${operation} of what is not there falls over where it is asked wrongly besides`]:
        fallingOverAt(operation),
    })),
  },
  'templates.invalid': ofEach(['createTemplate', 'updateTemplate'] as const, forgiven),
  'customers.invalid': ofEach(['createCustomer', 'updateCustomer'] as const, forgiven),
  'settings.invalid': forgiven('updateSettings'),
  'create.flag-type': {
    'Of two flags that are none the creation takes neither for wrong': taming('createInvoice', (sent) => {
      if (!isObject(sent)) return sent
      const flags = ['draft', 'generate_pdf', 'packing_slip'].filter(
        (name) => name in sent && typeof sent[name] !== 'boolean',
      )
      return flags.length < 2
        ? sent
        : Object.fromEntries(Object.entries(sent).filter(([name]) => !flags.includes(name)))
    }),
  },
}
