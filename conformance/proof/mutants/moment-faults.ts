import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, type ApiRequest, type Context, contextOf, Refusal } from '../../../mock-server/seams.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { afterHandler, around, refusing } from './answers.ts'
import { tamingFields } from './bodies.ts'
import { lastOf, pointing } from './documents.ts'
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
  'auth.scope-settings': {
    ...mixingUp('readSettings'),
    'Of two stores that change settings at once both change those of the last one':
      sharingTheStore('updateSettings'),
  },
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
  'pdf.shows-invoice': {
    'Of invoices that are created at once each has the document of the one before it': mixingUpDocuments(),
  },
  'settings.partial-update': keeping('readSettings', 'updateSettings'),
  'templates.update': {
    ...keeping('readTemplate', 'updateTemplate'),
    ...endingAtNull('updateTemplate'),
  },
  'customers.update': {
    ...keeping('readCustomer', 'updateCustomer'),
    ...endingAtNull('updateCustomer'),
  },
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

/** Reading a body ends at its first null. */
function endingAtNull(update: 'updateTemplate' | 'updateCustomer'): Faults {
  return {
    'Of an update nothing is read that stands behind a null': tamingFields(update, (fields) => {
      const entries = Object.entries(fields)
      const end = entries.findIndex(([, value]) => value === null)
      return Object.fromEntries(end < 0 ? entries : entries.slice(0, end))
    }),
  }
}

/** Documents are filed where the creation that came before may still be at work. */
function mixingUpDocuments(): Change {
  return noting(Map<number, number>, (before) => {
    let underWay = 0
    let last = 0
    return [
      afterGate('body', async (exchange) => {
        if (!isFor(exchange, 'createInvoice')) return
        underWay++
        await wait(LATENCY_MS)
        underWay--
      }),
      afterHandler('createInvoice', (_request, { invoice: { id } }) => {
        if (last > 0) before.set(id, last)
        last = underWay > 0 ? id : 0
      }),
      pointing((document, { context: { store } }) => {
        const other = before.get(document.invoice_id)
        return (other !== undefined && lastOf(store, { invoice_id: other }, document.kind)) || document
      }),
    ]
  })
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
