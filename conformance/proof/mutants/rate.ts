import { contextOf, Refusal } from '../../../mock-server/seams.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { afterGate, aroundGate, refusedButDone, withoutGate } from './gates.ts'
import { counter } from './memory.ts'
import { type Change, type FaultsOf, fresh, ofEach } from './mutant.ts'
import { isFor, type OneOrMore, refusingWith, WRITES } from './operations.ts'
import { onRefusal, rewritten } from './replies.ts'

/** Operations whose refusal tells: an order or ids that the limited store does not have may be refused before the limit. */
const TELLING = refusingWith('rate-limited').filter((id) => id !== 'createInvoice' && id !== 'bulkPdf')
/** Writes whose effect is looked for beyond the limit. */
const ON_RECORDS = WRITES.filter((id) => /(Template|Customer|Settings)$/.test(id))

/** The quota of the limited store, and milliseconds of its window. */
const SMALLEST = 5
const WINDOW_MS = 2000

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
    'The error is an object': body(({ error, ...rest }) => ({ ...rest, error: { text: error } })),
    'There is no message': body(({ message: _message, ...rest }) => rest),
    'At GET /settings there is no retry_after': body(
      ({ retry_after: _after, ...rest }) => rest,
      'readSettings',
    ),
    'At writes the message is null': body((sent) => ({ ...sent, message: null }), WRITES),
  },
  'rate.reset-header': {
    'The answer has no X-RateLimit-Reset': withoutReset(),
    'The answer to writes has no X-RateLimit-Reset': withoutReset(WRITES),
  },
  'rate.per-key': {
    'Once a store is limited, so are all others for half a second': sharing(() => true),
    ...ofEach(TELLING, (operation) => ({
      [`Once a store is limited, others are refused at ${operation} for half a second`]: sharing(
        (asked) => asked === operation,
      ),
    })),
    'Where a write of one store is limited, others are refused at that one for half a second': sharing(
      (asked, limited) => limited.has(asked) && WRITES.some((write) => write === asked),
    ),
    'All stores share one count, and each has its own quota': countingTogether((own) => own ?? 1e6),
    'All stores share one count, and the smallest quota': countingTogether((own) => own ?? SMALLEST),
    'All stores share one count, and a quota of a hundred': countingTogether((own) => own ?? 20 * SMALLEST),
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
    'retry_after is rounded down to seconds': onRefusal('rate-limited', (answer) => ({
      ...rewritten(answer, (sent) => ({ ...sent, retry_after: Number(sent['retry_after']) - 1 })),
    })),
    'retry_after tells a third of the time': onRefusal('rate-limited', (answer) => ({
      ...rewritten(answer, (sent) => ({
        ...sent,
        retry_after: Math.floor(Number(sent['retry_after']) / 3),
      })),
    })),
  },
  'rate.every-operation': ofEach(TELLING, (operation) => ({
    [`${operation} is not limited`]: withoutGate('rate-limit', (exchange) => isFor(exchange, operation)),
  })),
  'rate.limited-no-effect': {
    ...ofEach(ON_RECORDS, (operation) => ({
      [`${operation} is answered rate-limited, but done`]: refusedButDone('rate-limit', operation),
    })),
    ...ofEach(['deleteTemplate', 'deleteCustomer'] as const, (operation) => ({
      [`${operation} is answered rate-limited, but done when it is asked for again`]: fresh(() => {
        const count = counter<string>()
        return refusedButDone('rate-limit', operation, ({ http }) => {
          if (count(String(http.url)) < 2) throw new Refusal('rate-limited')
        })
      }),
    })),
  },
}

function body(
  change: (sent: Record<string, unknown>) => unknown,
  operations?: OneOrMore<OperationId>,
): Change {
  return onRefusal('rate-limited', (answer) => rewritten(answer, change), operations)
}

function withoutReset(operations?: OneOrMore<OperationId>): Change {
  return onRefusal(
    'rate-limited',
    (answer) => {
      const { 'x-ratelimit-reset': _reset, ...headers } = answer.headers
      return { ...answer, headers }
    },
    operations,
  )
}

/** What one store has used up is used up for others too, at some operations and for half a second. */
function sharing(
  meant: (asked: OperationId | null, limited: ReadonlySet<OperationId | null>) => boolean,
): Change {
  return fresh(() => {
    let until = 0
    const limited = new Set<OperationId | null>()
    return aroundGate('rate-limit', async (exchange, through) => {
      try {
        await through()
      } catch (error) {
        if (Date.now() > until) limited.clear()
        limited.add(exchange.operation)
        until = Date.now() + 500
        throw error
      }
      const { quota } = contextOf(exchange).store.record
      if (quota === null && Date.now() < until && meant(exchange.operation, limited))
        throw new Refusal('rate-limited')
    })
  })
}

/** What one store asks for counts for all. @param quotaOf what a store may ask for in a window, by its own quota */
function countingTogether(quotaOf: (own: number | undefined) => number): Change {
  return fresh(() => {
    let window = { start: 0, used: 0 }
    return afterGate('rate-limit', (exchange) => {
      const now = Date.now()
      if (now >= window.start + WINDOW_MS) window = { start: now, used: 0 }
      const limit = quotaOf(contextOf(exchange).store.record.quota?.requests)
      const remaining = Math.max(0, limit - window.used++)
      exchange.rate = { limit, remaining, reset_at: window.start + WINDOW_MS }
      if (remaining === 0) throw new Refusal('rate-limited')
    })
  })
}
