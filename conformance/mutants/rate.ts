import { contextOf } from '../../mock-server/routes/exchange.ts'
import { Refusal } from '../../mock-server/rules/refusal.ts'
import type { OperationId } from '../../schemas/operations.ts'
import {
  aroundGate,
  fresh,
  isFor,
  onRefusal,
  refusedButDone,
  rewritten,
  withoutGate,
  type Change,
  type Mutant,
} from './mutant.ts'

const WRITES = [
  'createTemplate',
  'updateTemplate',
  'deleteTemplate',
  'createCustomer',
  'updateCustomer',
] as const

/** Faults of the rate limit. */
export const RATE_MUTANTS: readonly Mutant[] = [
  {
    id: 'rate.retry-after-text',
    clause: 'rate.limited-body',
    says: 'retry_after is a text.',
    mutate: body(({ retry_after, ...rest }) => ({ ...rest, retry_after: String(retry_after) })),
  },
  {
    id: 'rate.retry-after-fraction',
    clause: 'rate.limited-body',
    says: 'retry_after has a fraction.',
    mutate: body(({ retry_after, ...rest }) => ({ ...rest, retry_after: Number(retry_after) + 0.25 })),
  },
  {
    id: 'rate.no-message',
    clause: 'rate.limited-body',
    says: 'There is no message.',
    mutate: body(({ message: _message, ...rest }) => rest),
  },
  {
    id: 'rate.error-object',
    clause: 'rate.limited-body',
    says: 'The error is an object.',
    mutate: body(({ error, ...rest }) => ({ ...rest, error: { text: error } })),
  },
  {
    id: 'rate.settings-without-retry-after',
    clause: 'rate.limited-body',
    says: 'At GET /settings there is no retry_after.',
    deep: true,
    mutate: body(({ retry_after: _after, ...rest }) => rest, ['readSettings']),
  },
  {
    id: 'rate.writes-without-message',
    clause: 'rate.limited-body',
    says: 'At writes of templates and customers the message is null.',
    deep: true,
    mutate: body((sent) => ({ ...sent, message: null }), WRITES),
  },
  {
    id: 'rate.no-reset-header',
    clause: 'rate.reset-header',
    says: 'The answer has no X-RateLimit-Reset.',
    mutate: withoutReset(),
  },
  {
    id: 'rate.writes-without-reset-header',
    clause: 'rate.reset-header',
    says: 'The answer to writes of templates and customers has no X-RateLimit-Reset.',
    deep: true,
    mutate: withoutReset(WRITES),
  },
  {
    id: 'rate.all-stores',
    clause: 'rate.per-key',
    says: 'Once a store is limited, so are all others for half a second.',
    mutate: sharing(() => true),
  },
  {
    id: 'rate.all-stores-templates',
    clause: 'rate.per-key',
    says: 'Once a store is limited, others are not served their templates for half a second.',
    deep: true,
    mutate: sharing((operation) => operation === 'listTemplates'),
  },
  {
    id: 'rate.never-recovers',
    clause: 'rate.recovers',
    says: 'A store that was limited once is never served again.',
    mutate: fresh(() => {
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
  },
  {
    id: 'rate.retry-too-soon',
    clause: 'rate.recovers',
    says: 'retry_after tells a third of the time.',
    deep: true,
    mutate: onRefusal('rate-limited', (answer) => ({
      ...rewritten(answer, (sent) => ({ ...sent, retry_after: Math.floor(Number(sent['retry_after']) / 3) })),
    })),
  },
  {
    id: 'rate.search-free',
    clause: 'rate.every-operation',
    says: 'Search is not limited.',
    mutate: unlimited('searchInvoices'),
  },
  {
    id: 'rate.deletions-free',
    clause: 'rate.every-operation',
    says: 'Deletions are not limited.',
    deep: true,
    mutate: unlimited('deleteTemplate', 'deleteCustomer'),
  },
  {
    id: 'rate.regenerate-free',
    clause: 'rate.every-operation',
    says: 'Regenerations are not limited.',
    deep: true,
    mutate: unlimited('regenerateInvoice'),
  },
  {
    id: 'rate.settings-free',
    clause: 'rate.every-operation',
    says: 'Reading the settings is not limited.',
    mutate: unlimited('readSettings'),
  },
  {
    id: 'rate.emails-free',
    clause: 'rate.every-operation',
    says: 'Emails are not limited.',
    deep: true,
    mutate: unlimited('sendInvoiceEmail'),
  },
  {
    id: 'rate.limited-customer-created',
    clause: 'rate.limited-no-effect',
    says: 'A creation of a customer that was answered rate-limited is carried out.',
    deep: true,
    mutate: refusedButDone('rate-limit', 'createCustomer'),
  },
  {
    id: 'rate.limited-template-created',
    clause: 'rate.limited-no-effect',
    says: 'A creation of a template that was answered rate-limited is carried out.',
    deep: true,
    mutate: refusedButDone('rate-limit', 'createTemplate'),
  },
  {
    id: 'rate.limited-settings-updated',
    clause: 'rate.limited-no-effect',
    says: 'An update of the settings that was answered rate-limited is carried out.',
    deep: true,
    mutate: refusedButDone('rate-limit', 'updateSettings'),
  },
]

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
