import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, type ApiRequest, type Context, contextOf, Refusal } from '../../../mock-server/seams.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { afterHandler, around, refusing } from './answers.ts'
import { afterGate, aroundGate } from './gates.ts'
import { type Change, type Faults, noting } from './mutant.ts'
import { isFor } from './operations.ts'
import { finding } from './paging.ts'
import { LATENCY_MS, sharingTheStore } from './races.ts'
import { saving } from './regenerate.ts'
import { onReply } from './replies.ts'

// Faults of the moment at which a request comes, and of how clients write it that are not this suite.

export const MOMENT_FAULTS: Readonly<Partial<Record<ClauseId, Faults>>> = {
  'auth.scope-invoices': mixingUp('listInvoices'),
  'auth.scope-templates': mixingUp('listTemplates'),
  'auth.scope-customers': mixingUp('listCustomers'),
  'auth.scope-settings': mixingUp('readSettings'),
  'regenerate.unedited': {
    'Of regenerations of one invoice at once each adds its lines': noting(Map<string, number>, (meeting) => [
      afterGate('existing', async (exchange) => {
        if (!isFor(exchange, 'regenerateInvoice')) return
        const { slug } = exchange.params
        meeting.set(slug, (meeting.get(slug) ?? 0) + 1)
        await wait(LATENCY_MS)
      }),
      saving(({ slug, line_items }) => {
        const others = (meeting.get(slug) ?? 1) - 1
        meeting.set(slug, others)
        return others > 0 ? { line_items: [...line_items, ...line_items] } : {}
      }),
    ]),
  },
  'regenerate.resyncs': {
    'An invoice is not found by an email with a plus that came by a regeneration': finding(
      'searchInvoices',
      (found, { query }) => (String(query['q']).includes('+') ? [] : found),
    ),
  },
  'settings.partial-update': keeping('readSettings', 'updateSettings'),
  'templates.update': keeping('readTemplate', 'updateTemplate'),
  'customers.update': keeping('readCustomer', 'updateCustomer'),
  'settings.read': {
    'The key is found by X-Auth-Token and x-auth-token alone': aroundGate(
      'authenticate',
      ({ http }, through) => {
        if (http.rawHeaders.includes('X-AUTH-TOKEN')) throw new Refusal('unauthorized')
        return through()
      },
    ),
  },
  'create.returns-existing': {
    'While documents are printed a creation is a conflict': refusing(
      'createInvoice',
      'conflict',
      ({ context }) => [...context.store.bulk_actions.values()].some(({ ended_at }) => ended_at === null),
    ),
  },
  'shape.money': {
    'Amounts are written as in the language that is asked for': onReply((answer, { http }) =>
      String(http.headers['accept-language']).startsWith('de')
        ? { ...answer, body: String(answer.body).replaceAll(/(_price":"-?\d+)\.(?=\d)/g, '$1,') }
        : answer,
    ),
  },
}

/** The store that asks is kept where the next request overwrites it, while a data base is waited for. */
function mixingUp(operation: OperationId): Faults {
  return {
    [`Of two stores that ask ${operation} at once both get what is the last one's`]:
      sharingTheStore(operation),
  }
}

/** A cache that is emptied by what is written, and filled with what was looked up a moment before. */
function keeping(
  read: 'readSettings' | 'readTemplate' | 'readCustomer',
  update: 'updateSettings' | 'updateTemplate' | 'updateCustomer',
): Faults {
  return {
    [`What ${read} looked up before ${update} may be kept as what is so after it`]: noting(
      Map<string, Answer>,
      (kept) => [
        filling(kept, read),
        around(read, (request, handler) => kept.get(keyOf(request.context, request)) ?? handler(request)),
        afterHandler(update, () => kept.clear()),
      ],
    ),
  }
}

const filling =
  (kept: Map<string, Answer>, operation: OperationId): Change =>
  (parts) =>
    afterGate('body', async (exchange) => {
      const { params, query, body } = exchange
      const context = contextOf(exchange)
      const key = keyOf(context, { params })
      if (!isFor(exchange, operation) || kept.has(key)) return
      const request = { operation, context, params, query, body, documentUrl: () => '' }
      const answer = parts.handlers[operation](request)
      await wait(LATENCY_MS)
      kept.set(key, answer)
    })(parts)

const keyOf = ({ store }: Context, { params }: Pick<ApiRequest, 'params'>): string =>
  JSON.stringify([store.record.name, params])
