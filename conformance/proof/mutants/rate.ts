import { contextOf, Refusal } from '../../../mock-server/seams.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import {
  aroundGate,
  fresh,
  isFor,
  onRefusal,
  refusedButDone,
  rewritten,
  withoutGate,
  type Change,
  fault,
  type FaultsOf,
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
    'retry-after-text': fault(
      'retry_after is a text.',
      body(({ retry_after, ...rest }) => ({ ...rest, retry_after: String(retry_after) })),
    ),
    'retry-after-fraction': fault(
      'retry_after has a fraction.',
      body(({ retry_after, ...rest }) => ({ ...rest, retry_after: Number(retry_after) + 0.25 })),
    ),
    'no-message': fault(
      'There is no message.',
      body(({ message: _message, ...rest }) => rest),
    ),
    'error-object': fault(
      'The error is an object.',
      body(({ error, ...rest }) => ({ ...rest, error: { text: error } })),
    ),
    'settings-without-retry-after': fault(
      'At GET /settings there is no retry_after.',
      body(({ retry_after: _after, ...rest }) => rest, ['readSettings']),
    ),
    'writes-without-message': fault(
      'At writes of templates and customers the message is null.',
      body((sent) => ({ ...sent, message: null }), WRITES),
    ),
  },
  'rate.reset-header': {
    'no-reset-header': fault('The answer has no X-RateLimit-Reset.', withoutReset()),
    'writes-without-reset-header': fault(
      'The answer to writes of templates and customers has no X-RateLimit-Reset.',
      withoutReset(WRITES),
    ),
  },
  'rate.per-key': {
    'all-stores': fault(
      'Once a store is limited, so are all others for half a second.',
      sharing(() => true),
    ),
    'all-stores-templates': fault(
      'Once a store is limited, others are not served their templates for half a second.',
      sharing((operation) => operation === 'listTemplates'),
    ),
  },
  'rate.recovers': {
    'never-recovers': fault(
      'A store that was limited once is never served again.',
      fresh(() => {
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
    ),
    'retry-too-soon': fault(
      'retry_after tells a third of the time.',
      onRefusal('rate-limited', (answer) => ({
        ...rewritten(answer, (sent) => ({
          ...sent,
          retry_after: Math.floor(Number(sent['retry_after']) / 3),
        })),
      })),
    ),
  },
  'rate.every-operation': {
    'search-free': fault('Search is not limited.', unlimited('searchInvoices')),
    'deletions-free': fault('Deletions are not limited.', unlimited('deleteTemplate', 'deleteCustomer')),
    'regenerate-free': fault('Regenerations are not limited.', unlimited('regenerateInvoice')),
    'settings-free': fault('Reading the settings is not limited.', unlimited('readSettings')),
    'emails-free': fault('Emails are not limited.', unlimited('sendInvoiceEmail')),
  },
  'rate.limited-no-effect': {
    'limited-customer-created': fault(
      'A creation of a customer that was answered rate-limited is carried out.',
      refusedButDone('rate-limit', 'createCustomer'),
    ),
    'limited-template-created': fault(
      'A creation of a template that was answered rate-limited is carried out.',
      refusedButDone('rate-limit', 'createTemplate'),
    ),
    'limited-settings-updated': fault(
      'An update of the settings that was answered rate-limited is carried out.',
      refusedButDone('rate-limit', 'updateSettings'),
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
