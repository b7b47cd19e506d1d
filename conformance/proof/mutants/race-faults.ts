import { setTimeout as wait } from 'node:timers/promises'
import { Refusal, settingsOf, type Store } from '../../../mock-server/seams.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { fieldsOf as fieldsIn, inputFieldsOf } from '../../../schemas/resources.ts'
import type { Fields } from './bodies.ts'
import { aroundGate } from './gates.ts'
import { type Faults, ofEach } from './mutant.ts'
import { isFor } from './operations.ts'
import {
  LATENCY_MS,
  lookingTooEarly,
  sharingTheBody,
  sharingTheDraft,
  sharingTheOrder,
  sharingTheQuery,
  sharingTheSlug,
} from './races.ts'
import { CUSTOMER, type RecordKind, TEMPLATE } from './records.ts'
import { fieldsOf } from './writes.ts'

// Faults that show where requests meet: on one record, of one operation, or one that is refused beside one that is not.

/** Faults of requests that meet. */
export const RACE_FAULTS: Readonly<Partial<Record<ClauseId, Faults>>> = {
  'read.by-slug': takingTheOther('readInvoice'),
  'pdf.envelope': takingTheOther('readInvoicePdf'),
  'regenerate.same-invoice': takingTheOther('regenerateInvoice'),
  'email.mailbox': takingTheOther('sendInvoiceEmail'),
  'create.from-order': {
    'Of simultaneous creations for several orders all are for the last one': sharingTheOrder(),
  },
  'create.draft-type': {
    'Of simultaneous creations for one id all are for the order, or all for the draft order':
      sharingTheDraft(),
  },
  'pdf.packing-slip': {
    'Of simultaneous requests for the documents of one invoice all get the last one':
      sharingTheQuery('readInvoicePdf'),
  },
  'email.template-used': {
    'Emails of one invoice that are sent at once all carry the template of the last one':
      sharingTheBody('sendInvoiceEmail'),
  },
  'templates.delete': broughtBack(TEMPLATE),
  'customers.delete': broughtBack(CUSTOMER),
  'create.persists': takenBack('createInvoice', ({ invoices }) => invoices),
  'templates.create': takenBack('createTemplate', ({ templates }) => templates),
  'customers.create': takenBack('createCustomer', ({ customers }) => customers),
  'templates.update': lostUpdates(TEMPLATE),
  'customers.update': lostUpdates(CUSTOMER),
  'settings.partial-update': {
    'A creation writes all settings back as it read them': lookingTooEarly(
      'createInvoice',
      settingsOf,
      (seen, { context: { store } }) => {
        const { next_invoice_number } = settingsOf(store)
        store.settings.set('settings', { ...seen, next_invoice_number })
      },
    ),
    ...ofEach(Object.keys(fieldsIn('resources/settings-input')), (field) => ({
      [`An update that leaves out ${field} writes over what another set meanwhile`]: lookingTooEarly(
        'updateSettings',
        (store): Fields => ({ ...settingsOf(store) }),
        (seen, request) => {
          const { store } = request.context
          if (!(field in fieldsOf(request)))
            store.settings.set('settings', { ...settingsOf(store), [field]: seen[field] })
        },
      ),
    })),
  },
}

function takingTheOther(operation: Parameters<typeof sharingTheSlug>[0]): Faults {
  return {
    [`Of simultaneous requests for ${operation} all are for the last one's invoice`]:
      sharingTheSlug(operation),
  }
}

/** A record that is deleted while an update of it is under way is written all the same. */
function broughtBack(kind: RecordKind): Faults {
  const { one, operations } = kind.resource
  return {
    [`An update that is under way brings a deleted ${one} back`]: lookingTooEarly(
      operations.update,
      keptById(kind),
      (seen, { params, context: { store } }) => {
        const before = seen.get(params.id)
        if (before && kind.get(store, before.id) === undefined) kind.put(store, before)
      },
    ),
  }
}

/** Each field of a record, by an update that gives others: all fields are written as they were read. */
function lostUpdates(kind: RecordKind): Faults {
  const { one, operations } = kind.resource
  return {
    ...ofEach(inputFieldsOf(kind.resource), (field) => ({
      [`An update of a ${one} that leaves out ${field} writes over what another set meanwhile`]:
        lookingTooEarly(operations.update, keptById(kind), (seen, request) => {
          const before = seen.get(request.params.id)
          if (before && !(field in fieldsOf(request)))
            kind.edit(request.context.store, before.id, { [field]: before[field] })
        }),
    })),
  }
}

function keptById(kind: RecordKind) {
  return (store: Store) => new Map(kind.kept(store).map((record) => [record.id, record]))
}

/** A request that is refused takes back what others of its operation made while it was under way. */
function takenBack(
  operation: 'createInvoice' | 'createTemplate' | 'createCustomer',
  tableOf: (store: Store) => { keys(): Iterable<number>; delete(id: number): boolean },
): Faults {
  return {
    [`A refused request for ${operation} takes back what another made meanwhile`]: aroundGate(
      'body',
      async (exchange, through) => {
        const table = isFor(exchange, operation) && exchange.context ? tableOf(exchange.context.store) : null
        const before = new Set(table?.keys())
        if (table) await wait(LATENCY_MS)
        try {
          await through()
        } catch (error) {
          if (table && error instanceof Refusal)
            for (const id of table.keys()) if (!before.has(id)) table.delete(id)
          throw error
        }
      },
    ),
  }
}
