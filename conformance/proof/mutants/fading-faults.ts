import { type ApiRequest, findInvoice, type InvoiceRecord } from '../../../mock-server/seams.ts'
import { afterHandler, amending, around } from './answers.ts'
import { afterGate } from './gates.ts'
import { all, type Change, type Faults, fresh, rows } from './mutant.ts'
import { finding } from './paging.ts'
import { inAnswer, inList, type Kept, type RecordKind } from './records.ts'

// What is forgotten, or comes back, once so many more requests have come.

const LATER = 120

/** Something that is noted, and whether it is so long ago; what was noted last counts. */
class Past<Key, Value> {
  readonly #noted = new Map<Key, { value: Value; since: number }>()
  #requests = 0

  count(): void {
    this.#requests++
  }

  note(key: Key, value: Value): void {
    this.#noted.set(key, { value, since: this.#requests })
  }

  /** What was noted of it long ago, undefined where that was just now. */
  long(key: Key): Value | undefined {
    const noted = this.#noted.get(key)
    return noted && this.#requests - noted.since >= LATER ? noted.value : undefined
  }
}

const fading = <Key, Value>(make: (past: Past<Key, Value>) => Change): Change =>
  fresh(() => {
    const past = new Past<Key, Value>()
    return all(
      afterGate('authenticate', () => past.count()),
      make(past),
    )
  })

type Created = (past: Past<string, true>) => Change

/** Of invoices, once they were created. */
export const fadingInvoices = (): Faults =>
  rows(
    (make: Created) =>
      fading<string, true>((past) =>
        all(
          afterHandler('createInvoice', (_request, { invoice }) => past.note(invoice.slug, true)),
          make(past),
        ),
      ),
    {
      'A created invoice leaves the list after a while': (past) =>
        finding('listInvoices', (found) => found.filter(({ slug }) => !past.long(slug))),
      'A created invoice leaves the search after a while': (past) =>
        finding('searchInvoices', (found) => found.filter(({ slug }) => !past.long(slug))),
      'A created invoice is read without its note after a while': (past) =>
        amending('readInvoice', ({ slug }) => (past.long(slug) ? { note: '' } : {})),
      'A created invoice is read with another total after a while': (past) =>
        amending('readInvoice', ({ slug, total_price }) =>
          past.long(slug) ? { total_price: `${total_price}1` } : {},
        ),
    },
  )

/** A regeneration that is taken back. */
export const fadingRegenerations = (): Faults => ({
  'What a regeneration brought is read as before after a while': fading<string, InvoiceRecord>((past) =>
    all(
      around('regenerateInvoice', (request, handler) => {
        const before = findInvoice(request.context.store, request.params.slug)
        const answer = handler(request)
        past.note(before.slug, before)
        return answer
      }),
      amending('readInvoice', ({ slug }) => {
        const before = past.long(slug)
        return before ? { note: before.note, financial_status: before.financial_status } : {}
      }),
    ),
  ),
})

/** Of records, by what was done to them. */
export const fadingCreations = (kind: RecordKind): Faults => ({
  [`A created ${kind.resource.one} leaves the list after a while`]: fading<number, true>((past) =>
    all(
      inAnswer(kind, 'create', (shown) => (past.note(shown.id, true), shown)),
      inList(kind, (shown) => shown.filter(({ id }) => !past.long(id))),
    ),
  ),
  [`A created ${kind.resource.one} is read under another ${kind.known_by} after a while`]: fading<
    number,
    true
  >((past) =>
    all(
      inAnswer(kind, 'create', (shown) => (past.note(shown.id, true), shown)),
      inAnswer(kind, 'read', (shown) =>
        past.long(shown.id) ? { ...shown, [kind.known_by]: `${String(shown[kind.known_by])}x` } : shown,
      ),
    ),
  ),
})

/** Of records that are gone. */
export const fadingDeletions = (kind: RecordKind): Faults => ({
  [`A deleted ${kind.resource.one} is back after a while`]: fading<number, Kept>((past) => {
    const gone: number[] = []
    const comeBack = ({ context: { store } }: ApiRequest) => {
      for (const id of gone) {
        const record = past.long(id)
        if (record) kind.put(store, record)
      }
    }
    return all(
      around(kind.resource.operations.delete, (request, handler) => {
        const record = kind.get(request.context.store, request.params.id)
        const answer = handler(request)
        if (record) past.note(record.id, record)
        if (record) gone.push(record.id)
        return answer
      }),
      around([kind.resource.operations.list, kind.resource.operations.create], (request, handler) => {
        comeBack(request)
        return handler(request)
      }),
    )
  }),
})
