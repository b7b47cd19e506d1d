import { contextOf, type HttpAnswer, Refusal, settingsOf, type Store } from '../../../mock-server/seams.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { type OperationId, OPERATION_IDS, OPERATIONS } from '../../../schemas/operations.ts'
import { afterHandler, amendingMeta, around, asking } from './answers.ts'
import { aroundGate } from './gates.ts'
import { counter } from './memory.ts'
import { type Change, type Faults, fresh, noting, ofEach, rows } from './mutant.ts'
import { isFor } from './operations.ts'
import { withOthers } from './other-stores.ts'
import type { Listing } from './paging.ts'
import { CUSTOMER, type RecordKind, TEMPLATE } from './records.ts'
import { onReply } from './replies.ts'
import { fieldsOf, sending } from './writes.ts'

// Faults that show when two stores are used: what one of them asks, writes, counts and spends, the other feels.

/** The operations that read, by the clause that keeps what they show to its store. */
const READS: Readonly<Partial<Record<OperationId, ClauseId>>> = {
  listInvoices: 'auth.scope-invoices',
  searchInvoices: 'auth.scope-invoices',
  readInvoice: 'auth.scope-invoices',
  readInvoicePdf: 'auth.scope-invoices',
  listTemplates: 'auth.scope-templates',
  readTemplate: 'auth.scope-templates',
  listCustomers: 'auth.scope-customers',
  readCustomer: 'auth.scope-customers',
  readSettings: 'auth.scope-settings',
}

/** Faults between stores. */
export const STORE_FAULTS: Readonly<Partial<Record<ClauseId, Faults>>> = {
  'auth.scope-invoices': cachedFor('auth.scope-invoices'),
  'auth.scope-templates': {
    ...cachedFor('auth.scope-templates'),
    ...namesakeFaults(TEMPLATE),
  },
  'auth.scope-customers': {
    ...cachedFor('auth.scope-customers'),
    ...namesakeFaults(CUSTOMER),
  },
  'auth.scope-settings': {
    ...cachedFor('auth.scope-settings'),
    ...rows(spreading, {
      'From the second update of a store on its settings are those of all stores': (nth) => nth > 1,
      'The third update of a store changes the settings of all stores': (nth) => nth === 3,
    }),
  },
  'list.defaults': rememberedSize('listInvoices'),
  'search.pagination': { ...rememberedSize('searchInvoices'), ...countedTogether('searchInvoices') },
  'customers.list': { ...rememberedSize('listCustomers'), ...countedTogether('listCustomers') },
  'list.meta-arithmetic': countedTogether('listInvoices'),
  'rate.per-key': {
    'What one store has used up all others are refused until its window ends': fresh(() => {
      let until = 0
      return aroundGate('rate-limit', async (exchange, through) => {
        const { store, world } = contextOf(exchange)
        try {
          await through()
        } catch (error) {
          until = exchange.rate?.reset_at ?? 0
          throw error
        }
        if (store.record.quota !== null || world.now() >= until || isFor(exchange, 'bulkPdf')) return
        exchange.rate = { limit: 5, remaining: 0, reset_at: until }
        throw new Refusal('rate-limited')
      })
    }),
  },
}

/** What one store was answered another is too that asks the same within a second. */
function cachedFor(scope: ClauseId): Faults {
  return ofEach(
    OPERATION_IDS.filter((id) => READS[id] === scope),
    (operation) => ({
      [`${operation} is answered from a cache of ${OPERATIONS[operation].path} that all stores share`]:
        noting(Map<string, { answer: HttpAnswer; store: Store; at: number }>, (cache) =>
          onReply((answer, exchange, result) => {
            if (!isFor(exchange, operation) || !exchange.context) return answer
            const { store } = exchange.context
            const known = cache.get(exchange.http.url ?? '')
            if (known && known.store !== store && performance.now() - known.at < 1000) return known.answer
            if (!(result instanceof Refusal))
              cache.set(exchange.http.url ?? '', { answer, store, at: performance.now() })
            return answer
          }),
        ),
    }),
  )
}

/** A record is known by its name or email in all stores. */
function namesakeFaults(kind: RecordKind): Faults {
  const { one, operations } = kind.resource
  return {
    ...ofEach(['update', 'delete'] as const, (what) => ({
      [`${what} of a ${one} also reaches what has its ${kind.known_by} in other stores`]: withOthers(
        (othersOf) =>
          around(operations[what], (request, handler) => {
            const { store } = request.context
            const known = kind.get(store, request.params.id)?.[kind.known_by]
            const answer = handler(request)
            for (const other of othersOf(store))
              for (const record of kind
                .kept(other)
                .filter((each) => known !== '' && each[kind.known_by] === known))
                if (what === 'delete') kind.drop(other, record)
                else kind.edit(other, record.id, fieldsOf(request))
            return answer
          }),
      ),
    })),
    [`What a new ${one} is not given it takes from the one that was made last, in whatever store`]: fresh(
      () => {
        let last: { store: Store; fields: Readonly<Record<string, unknown>> } | undefined
        return sending(operations.create, (fields, { context: { store } }) => {
          const filled = last && last.store !== store ? { ...last.fields, ...fields } : fields
          last = { store, fields }
          return filled
        })
      },
    ),
  }
}

/** A page size that one store asked for is the default of the next. */
function rememberedSize(listing: Listing): Faults {
  return {
    [`The per_page that one store asked ${listing} for is the default of the others`]: fresh(() => {
      let last: { store: Store; per_page: unknown } | undefined
      return asking(listing, (query, { context: { store } }) => {
        const per_page = query['per_page']
        if (per_page !== undefined) last = { store, per_page }
        return per_page === undefined && last && last.store !== store
          ? { ...query, per_page: last.per_page }
          : query
      })
    }),
  }
}

function countedTogether(listing: Listing): Faults {
  return {
    [`The total of ${listing} counts what all stores hold`]: withOthers((othersOf) =>
      amendingMeta(listing, ({ total }, { context: { store } }) => {
        const others = othersOf(store).map(({ customers, invoices }) =>
          listing === 'listCustomers' ? customers.size : invoices.size,
        )
        return { total: others.reduce((sum, size) => sum + size, total) }
      }),
    ),
  }
}

/** Some updates change the settings of all stores. */
function spreading(isMeant: (nth: number) => boolean): Change {
  return withOthers((othersOf) => {
    const count = counter<string>()
    return afterHandler('updateSettings', (request) => {
      const { store } = request.context
      if (!isMeant(count(store.record.name))) return
      for (const other of othersOf(store))
        other.settings.set('settings', { ...settingsOf(other), ...fieldsOf(request) })
    })
  })
}
