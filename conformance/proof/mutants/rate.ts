import { contextOf, Refusal } from '../../../mock-server/seams.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import {
  aroundGate,
  type Change,
  type FaultsOf,
  fresh,
  isFor,
  onRefusal,
  refusedButDone,
  rewritten,
  withoutGate,
} from './mutant.ts'

const WRITES = [
  'createTemplate',
  'updateTemplate',
  'deleteTemplate',
  'createCustomer',
  'updateCustomer',
] as const

/** Faults of the rate limit. */
export const RATE_FAULTS: FaultsOf<'rate'> = {
  'rate.limited-body': {
    'retry_after is a text': body(({ retry_after, ...rest }) => ({
      ...rest,
      retry_after: String(retry_after),
    })),
    'retry_after has a fraction': body(({ retry_after, ...rest }) => ({
      ...rest,
      retry_after: Number(retry_after) + 0.25,
    })),
    'There is no message': body(({ message: _message, ...rest }) => rest),
    'The error is an object': body(({ error, ...rest }) => ({ ...rest, error: { text: error } })),
    'At GET /settings there is no retry_after': body(
      ({ retry_after: _after, ...rest }) => rest,
      ['readSettings'],
    ),
    'At writes of templates and customers the message is null': body(
      (sent) => ({ ...sent, message: null }),
      WRITES,
    ),
  },
  'rate.reset-header': {
    'The answer has no X-RateLimit-Reset': withoutReset(),
    'The answer to writes of templates and customers has no X-RateLimit-Reset': withoutReset(WRITES),
  },
  'rate.per-key': {
    'Once a store is limited, so are all others for half a second': sharing(() => true),
    'Once a store is limited, others are not served their templates for half a second': sharing(
      (operation) => operation === 'listTemplates',
    ),
  },
  'rate.recovers': {
    'A store that was limited once is never served again': fresh(() => {
      const limited = new WeakSet<object>()
      return aroundGate('rate-limit', async (exchange, through) => {
        const { store } = contextOf(exchange)
        try {
          await through()
        } catch (error) {
          limited.add(store)
          throw error
        }
        if (limited.has(store)) throw new Refusal('rate-limited')
      })
    }),
    'retry_after tells a third of the time': onRefusal('rate-limited', (answer) => ({
      ...rewritten(answer, (sent) => ({
        ...sent,
        retry_after: Math.floor(Number(sent['retry_after']) / 3),
      })),
    })),
  },
  'rate.every-operation': {
    'Search is not limited': unlimited('searchInvoices'),
    'Deletions are not limited': unlimited('deleteTemplate', 'deleteCustomer'),
    'Regenerations are not limited': unlimited('regenerateInvoice'),
    'Reading the settings is not limited': unlimited('readSettings'),
    'Emails are not limited': unlimited('sendInvoiceEmail'),
  },
  'rate.limited-no-effect': {
    'A creation of a customer that was answered rate-limited is carried out': refusedButDone(
      'rate-limit',
      'createCustomer',
    ),
    'A creation of a template that was answered rate-limited is carried out': refusedButDone(
      'rate-limit',
      'createTemplate',
    ),
    'An update of the settings that was answered rate-limited is carried out': refusedButDone(
      'rate-limit',
      'updateSettings',
    ),
  },
}

function body(
  change: (sent: Record<string, unknown>) => unknown,
  operations?: readonly OperationId[],
): Change {
  return onRefusal('rate-limited', (answer) => rewritten(answer, change), operations)
}

function withoutReset(operations?: readonly OperationId[]): Change {
  return onRefusal(
    'rate-limited',
    (answer) => {
      const { 'x-ratelimit-reset': _reset, ...headers } = answer.headers
      return { ...answer, headers }
    },
    operations,
  )
}

function unlimited(...operations: OperationId[]): Change {
  return withoutGate('rate-limit', (exchange) => isFor(exchange, operations))
}

/** What one store has used up is used up for others too, at some operations and for half a second. */
function sharing(meant: (operation: OperationId | null) => boolean): Change {
  return fresh(() => {
    let until = 0
    return aroundGate('rate-limit', async (exchange, through) => {
      try {
        await through()
      } catch (error) {
        until = Date.now() + 500
        throw error
      }
      const { quota } = contextOf(exchange).store.record
      if (quota === null && Date.now() < until && meant(exchange.operation)) throw new Refusal('rate-limited')
    })
  })
}
