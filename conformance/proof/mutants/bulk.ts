import { type ApiRequest, type BulkActionRecord, Refusal, type Store } from '../../../mock-server/seams.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { isObject } from '../../server/client/exchange.ts'
import { across, afterHandler, amending, answering, around, changing, refusing } from './answers.ts'
import { taming } from './bodies.ts'
import { aroundGate, refusedButDone } from './gates.ts'
import { counter } from './memory.ts'
import { all, type Change, type FaultsOf, fresh, noting, rows } from './mutant.ts'
import { isFor } from './operations.ts'
import { lookingTooEarly } from './races.ts'
import { onReply } from './replies.ts'

/** Faults of POST /invoices/bulk_pdf. */
export const BULK_FAULTS: FaultsOf<'bulk'> = {
  'bulk.queued': {
    'The answer is a message without bulk_action': answering('bulkPdf', () => ({ message: 'queued' })),
    'From the second accepted request of a store on bulk_action is null': fresh(() => {
      const count = counter<Store>()
      return changing('bulkPdf', 'bulk_action', (action, { context }) =>
        count(context.store) === 1 ? action : null,
      )
    }),
  },
  'bulk.total-count': rows(counting, {
    'total_count is 0 as long as nothing was generated': () => 0,
    'With more than ten ids total_count is one too low': ({ length }) => (length > 10 ? length - 1 : length),
    'total_count is 25 at most': ({ length }) => Math.min(length, 25),
    'total_count leaves out quotes and pro-formas': (ids, { invoices }) =>
      ids.filter((id) => invoices.get(id)?.draft === false).length,
    'total_count counts all invoices of the store': (_ids, { invoices }) => invoices.size,
  }),
  'bulk.max-ids': {
    '5,000 ids are too many': taking((ids) => {
      if (ids.length >= 5000) throw new Refusal('unprocessable', { invoice_ids: ['must be fewer than 5000'] })
      return ids
    }),
    '5,001 ids are not too many yet': taking((ids) => (ids.length === 5001 ? ids.slice(0, 5000) : ids)),
    'Of more than 5,000 ids the first 5,000 are taken': taking((ids) => ids.slice(0, 5000)),
  },
  'bulk.ids-required': {
    'Without invoice_ids all invoices are meant': taming('bulkPdf', (sent, { context }) =>
      isObject(sent) && !('invoice_ids' in sent)
        ? { ...sent, invoice_ids: [...(context?.store.invoices.keys() ?? [])] }
        : sent,
    ),
    'invoice_ids may be a text with commas': reading((ids) =>
      typeof ids === 'string' ? [...ids.matchAll(/\d+/g)].map(Number) : ids,
    ),
    'invoice_ids may be an object, of which the values are taken': reading((ids) =>
      isObject(ids) ? Object.values(ids).filter((id) => typeof id === 'number') : ids,
    ),
    'invoice_ids may be an array of objects, of which the ids are taken': reading((ids) =>
      Array.isArray(ids)
        ? ids.map((item: unknown) => (isObject(item) ? (item['id'] ?? Object.values(item)[0]) : item))
        : ids,
    ),
  },
  'bulk.conflict': {
    'A further request ends the action in progress and is accepted': freeing(() => true),
    'A further request is answered as a success, with the action in progress': noting(
      Map<Store, object>,
      (running) => [
        changing('bulkPdf', 'bulk_action', (action, { context }) => {
          running.set(context.store, action)
          return action
        }),
        onReply((answer, exchange, result) => {
          const action = exchange.context && running.get(exchange.context.store)
          const isConflict = result instanceof Refusal && result.kind === 'conflict'
          return isConflict && isFor(exchange, 'bulkPdf')
            ? { ...answer, status: 200, body: JSON.stringify({ bulk_action: action }) }
            : answer
        }),
      ],
    ),
    'Requests conflict only when they name the same invoices': freeing(
      ({ invoice_ids }, { body }) => !invoice_ids.some((id) => idsOf(body).includes(id)),
    ),
    'A request that names a template does not conflict with an action of the default one': freeing(
      ({ template_id }, { body }) => template_id === null && body['template_name'] !== undefined,
    ),
    'A request with a body that is refused takes the lock of the action in progress away': aroundGate(
      'body',
      async (exchange, through) => {
        try {
          await through()
        } catch (error) {
          if (isFor(exchange, 'bulkPdf') && exchange.context) end(exchange.context.store)
          throw error
        }
      },
    ),
    ...rows((operation: OperationId) => afterHandler(operation, ({ context }) => end(context.store)), {
      'An order that is invoiced ends the action in progress': 'createInvoice',
      'An invoice that is regenerated ends the action in progress': 'regenerateInvoice',
      'A document that is asked for ends the action in progress': 'readInvoicePdf',
    }),
    'Every third request that must get the conflict error is accepted': fresh(() => {
      const count = counter<Store>()
      return freeing((_action, { context }) => count(context.store) % 3 === 0)
    }),
  },
  'bulk.conflict-concurrent': {
    'Whether an action is in progress is looked up some milliseconds before the new one is stored':
      lookingTooEarly(
        'bulkPdf',
        (store) => openAction(store) === undefined,
        (wasFree, { context }) => {
          if (wasFree) end(context.store)
        },
      ),
    'An action blocks others only 20 ms after it began': noting(WeakMap<Store, number>, (begun) => [
      afterHandler('bulkPdf', ({ context }) => void begun.set(context.store, performance.now())),
      freeing((_action, { context }) => performance.now() - (begun.get(context.store) ?? 0) < 20),
    ]),
  },
  'bulk.conflict-per-store': {
    "One store's action blocks those of all others": fresh(() => {
      const stores = new Set<Store>()
      return around('bulkPdf', (request, handler) => {
        const { store } = request.context
        if ([...stores].some((other) => other !== store && isRunning(other, request)))
          throw new Refusal('conflict')
        const answer = handler(request)
        stores.add(store)
        return answer
      })
    }),
    "What is in progress is kept in one place: another store's action takes the first one's lock away": fresh(
      () => {
        let last: Store | undefined
        return around('bulkPdf', (request, handler) => {
          if (last !== request.context.store) end(request.context.store)
          const answer = handler(request)
          last = request.context.store
          return answer
        })
      },
    ),
  },
  'bulk.ends': {
    'An action one of whose invoices is regenerated meanwhile stays in progress': fresh(() => {
      const stuck = new Set<Store>()
      return all(
        around('regenerateInvoice', (request, handler) => {
          const { store } = request.context
          const answer = handler(request)
          if (isRunning(store, request)) stuck.add(store)
          return answer
        }),
        refusing('bulkPdf', 'conflict', ({ context }) => stuck.has(context.store)),
      )
    }),
    'After its first action a store gets the conflict error for ever': locking((begun) => begun >= 1),
    'After its second action a store gets the conflict error for ever': locking((begun) => begun >= 2),
    'An action whose template is deleted meanwhile stays in progress': noting(Set<Store>, (stuck) => [
      afterHandler('deleteTemplate', (request) => {
        const { store } = request.context
        if (isRunning(store, request) && openAction(store)?.template_id === request.params.id)
          stuck.add(store)
      }),
      refusing('bulkPdf', 'conflict', ({ context }) => stuck.has(context.store)),
    ]),
    'A request that got the conflict error is begun by itself once the action has ended': fresh(() => {
      const line = new Map<Store, ApiRequest>()
      return around('bulkPdf', (request, handler) => {
        const { store } = request.context
        const waiting = line.get(store)
        if (waiting && !isRunning(store, request)) {
          line.delete(store)
          handler({ ...waiting, context: request.context })
        }
        try {
          return handler(request)
        } catch (error) {
          if (error instanceof Refusal && error.kind === 'conflict' && !waiting) line.set(store, request)
          throw error
        }
      })
    }),
    'Each request that gets the conflict error begins the time of the action in progress anew, even of one that has ended':
      fresh(() => {
        const until = new Map<Store, number>()
        return around('bulkPdf', (request, handler) => {
          const { store } = request.context
          const isLocked = (until.get(store) ?? 0) > performance.now()
          try {
            if (isLocked) throw new Refusal('conflict')
            return handler(request)
          } catch (error) {
            if (error instanceof Refusal && error.kind === 'conflict')
              until.set(store, performance.now() + 3000)
            throw error
          }
        })
      }),
  },
  'bulk.rejected-no-effect': {
    ...rows(beginningAll, {
      'A request with an unknown id is unprocessable, but its action begins': ({ length }) =>
        length > 0 && length <= 5000,
      'A request without any id is unprocessable, but an action of no invoices begins': ({ length }) =>
        length === 0,
      'A request with more than 5,000 ids is unprocessable, but an action begins': ({ length }) =>
        length > 5000,
    }),
    'A body that is unprocessable begins an action of all invoices': refusedButDone(
      'body',
      'bulkPdf',
      (exchange) => {
        exchange.body = { invoice_ids: [...(exchange.context?.store.invoices.keys() ?? [])] }
      },
    ),
  },
  'bulk.template-name': {
    'A request without template_name is unprocessable': refusing(
      'bulkPdf',
      'unprocessable',
      ({ body }) => body['template_name'] === undefined,
    ),
    'The only template_name that is accepted is default': knowing((name) => name === 'default'),
    'A template_name of several words is unknown': knowing((name) => !name.includes(' ')),
    'A template_name with other than ASCII letters is unknown': knowing((name) => /^[ -~]*$/.test(name)),
    'A template that was renamed is known by its first name only': noting(Set<string>, (renamed) => [
      across('updateTemplate', nameIn, (before, request) => {
        const after = nameIn(request)
        if (before !== after && after !== undefined) renamed.add(after)
      }),
      knowing((name) => !renamed.has(name)),
    ]),
    'A name that a deleted template had is unknown, though another one has it': noting(
      Set<string>,
      (gone) => [
        across('deleteTemplate', nameIn, (name) => void gone.add(String(name))),
        knowing((name) => !gone.has(name)),
      ],
    ),
    'A name that two templates have is refused, as it does not say which is meant': knowing(
      (name, { templates }) => [...templates.values()].filter((each) => each.name === name).length < 2,
    ),
    'The name of a packing slip template is unknown': knowing((name, { templates }) =>
      [...templates.values()].some((each) => each.name === name && each.template_type !== 'packing_slip'),
    ),
  },
}

function nameIn({ context, params }: ApiRequest): string | undefined {
  return context.store.templates.get(params.id)?.name
}

const idsOf = (body: ApiRequest['body']): number[] => [...new Set([body['invoice_ids']].flat().map(Number))]

function openAction(store: Store): BulkActionRecord | undefined {
  return store.indexes.openBulkActions.first(true)
}

/** Whether a store's action is in progress by the mock's clock. */
export function isRunning(store: Store, { context: { world, dialect } }: ApiRequest): boolean {
  const action = openAction(store)
  if (!action) return false
  const { base_ms, per_invoice_ms } = dialect['bulk.duration']
  return world.now() < Date.parse(action.started_at) + base_ms + per_invoice_ms * action.invoice_ids.length
}

/** Ends a store's action as if it had never been. */
function end(store: Store): void {
  const action = openAction(store)
  if (!action) return
  store.bulk_actions.set(action.id, { ...action, ended_at: action.started_at })
  store.bulk_progress.delete(action.id)
}

function counting(count: (ids: number[], store: Store) => number): Change {
  return amending('bulkPdf', (action, { body, context }) => ({
    total_count: count(idsOf(body), context.store),
  }))
}

/** Takes other ids than were sent. */
function taking(change: (ids: number[]) => number[]): Change {
  return around('bulkPdf', (request, handler) =>
    handler({ ...request, body: { ...request.body, invoice_ids: change(idsOf(request.body)) } }),
  )
}

/** Makes an array of what is none. */
function reading(read: (ids: unknown) => unknown): Change {
  return taming('bulkPdf', (sent) =>
    isObject(sent) && 'invoice_ids' in sent ? { ...sent, invoice_ids: read(sent['invoice_ids']) } : sent,
  )
}

/** Lets requests through although an action is in progress. */
function freeing(isLet: (action: BulkActionRecord, request: ApiRequest) => boolean): Change {
  return around('bulkPdf', (request, handler) => {
    const action = openAction(request.context.store)
    if (action && isRunning(request.context.store, request) && isLet(action, request))
      end(request.context.store)
    return handler(request)
  })
}

/** Refuses all further requests of a store that has begun so many actions. */
function locking(isLocked: (begun: number) => boolean): Change {
  return fresh(() => {
    const begun = new Map<Store, number>()
    return around('bulkPdf', (request, handler) => {
      const { store } = request.context
      const before = begun.get(store) ?? 0
      if (isLocked(before)) throw new Refusal('conflict')
      const answer = handler(request)
      begun.set(store, before + 1)
      return answer
    })
  })
}

/** Refuses requests as it must, and begins an action of the store's invoices all the same. */
function beginningAll(isMeant: (ids: number[]) => boolean): Change {
  return around('bulkPdf', (request, handler) => {
    try {
      return handler(request)
    } catch (error) {
      const isRefused = error instanceof Refusal && error.kind === 'unprocessable'
      const { store } = request.context
      if (isRefused && isMeant(idsOf(request.body)) && !openAction(store))
        handler({ ...request, body: { invoice_ids: [...store.invoices.keys()].slice(0, 100) } })
      throw error
    }
  })
}

/** Refuses template names that are the store's. */
function knowing(isKnown: (name: string, store: Store) => boolean): Change {
  return refusing('bulkPdf', 'unprocessable', (request) => {
    const { context, body } = request
    const name = body['template_name']
    const isOwn = [...context.store.templates.values()].some((template) => template.name === name)
    return isOwn && !isKnown(String(name), context.store)
  })
}
