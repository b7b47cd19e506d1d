import { type ApiRequest, dropTemplate, type Store, type TemplateRecord } from '../../../mock-server/seams.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { across, around, templateIdIn } from './answers.ts'
import { type Change, fresh, noting } from './mutant.ts'
import type { OneOrMore } from './operations.ts'

/** Counts how often each key has come: 1, 2, 3, …. */
export function counter<K>(): (key: K) => number {
  const counts = new Map<K, number>()
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count
  }
}

/** A fault that keeps to what came first under a key. */
export const keepingFirst = <V>(make: (first: (key: unknown, now: () => V) => V) => Change): Change =>
  noting(Map<unknown, V>, (kept) =>
    make((key, now) => {
      const first = kept.get(key) ?? now()
      kept.set(key, first)
      return first
    }),
  )

/** A fault that is one late: it takes what came the time before for what comes. */
export const oneLate = <V>(make: (before: (now: V) => V) => Change): Change =>
  fresh(() => {
    let last: V | undefined
    return make((now) => {
      const before = last ?? now
      last = now
      return before
    })
  })

/** Answers writes as ever, but forgets those that are named: templates, customers and settings stay as they were. */
export function forgetting(
  operations: OneOrMore<OperationId>,
  isForgotten: (request: ApiRequest) => boolean,
): Change {
  return across(
    operations,
    (request) => (isForgotten(request) ? snapshot(request.context.store) : undefined),
    (putBack) => putBack?.(),
  )
}

/** As `forgetting`, for each so manieth of a store. */
export const forgettingEach = (nth: number, operations: OneOrMore<OperationId>): Change =>
  fresh(() => {
    const count = counter<string>()
    return forgetting(operations, ({ context }) => count(context.store.record.name) % nth === 0)
  })

/** Has an operation work while the store has a template that it should not know; undefined leaves it as it is. */
export const lending = (
  operation: OperationId,
  lent: (request: ApiRequest) => TemplateRecord | undefined,
): Change =>
  around(operation, (request, handler) => {
    const { store } = request.context
    const template = lent(request)
    if (!template) return handler(request)
    store.templates.set(template.id, template)
    try {
      return handler(request)
    } finally {
      dropTemplate(store, template)
    }
  })

/** Lets an operation use a template that was deleted, as its template_id. */
export const undead = (operation: OperationId): Change =>
  noting(Map<number, TemplateRecord>, (deleted) => [
    across(
      'deleteTemplate',
      ({ context, params }) => context.store.templates.get(params.id),
      (template) => template && deleted.set(template.id, template),
    ),
    lending(operation, (request) => deleted.get(templateIdIn(request))),
  ])

/** The same of templates that a document was drawn by. */
export const undeadOnceDrawn = (operation: OperationId): Change =>
  noting(Set<number>, (drawn) => [
    across(
      'readInvoicePdf',
      (request) => templateIdIn(request),
      (id) => void drawn.add(id),
    ),
    noting(Map<number, TemplateRecord>, (deleted) => [
      across(
        'deleteTemplate',
        ({ context, params }) => context.store.templates.get(params.id),
        (template) => template && drawn.has(template.id) && deleted.set(template.id, template),
      ),
      lending(operation, (request) => deleted.get(templateIdIn(request))),
    ]),
  ])

/** Keeps a store's templates, customers and settings; what it returns puts them back. */
function snapshot(store: Store): () => void {
  const kept = [keep(store.templates), keep(store.customers), keep(store.settings)]
  return () => kept.forEach((putBack) => putBack())
}

/** What of a table matters here. */
interface Records<K, T> {
  keys(): Iterable<K>
  entries(): Iterable<[K, T]>
  get(key: K): T | undefined
  set(key: K, value: T): unknown
  delete(key: K): boolean
}

function keep<K, T>(table: Records<K, T>): () => void {
  const before = new Map(table.entries())
  return () => {
    for (const key of table.keys()) if (!before.has(key)) table.delete(key)
    for (const [key, value] of before) if (table.get(key) !== value) table.set(key, value)
  }
}
