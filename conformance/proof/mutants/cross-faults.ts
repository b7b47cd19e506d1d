import { settingsOf, type Store } from '../../../mock-server/seams.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { afterHandler } from './answers.ts'
import { type Faults, ofEach } from './mutant.ts'
import { RECORD_WRITES } from './operations.ts'
import { CUSTOMER, type RecordKind, TEMPLATE } from './records.ts'
import { edit } from './writes.ts'

// What writes do to what they have nothing to do with.

/** Everything that works on a store, and some that only seem to read. */
const WRITES = [
  ...RECORD_WRITES,
  'createInvoice',
  'regenerateInvoice',
  'sendInvoiceEmail',
  'readInvoicePdf',
  'bulkPdf',
] as const satisfies readonly OperationId[]

type Write = (typeof WRITES)[number]
/** Harms a store; `id` is that of the record that was written, and none's where it is no such record. */
type Harm = (store: Store, id: number) => void

/** The oldest record that was not written, changed. */
const ofRecords = (kind: RecordKind, writes: readonly Write[], fields: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).map(([field, value]): Victim => [
    `changes ${field} of a ${kind.resource.one}`,
    (store, id) => {
      const victim = oldest(kind, store, id)
      if (victim) kind.edit(store, victim.id, { [field]: value })
    },
    writes,
  ])

const gone = (kind: RecordKind, writes: readonly Write[]): Victim => [
  `deletes a ${kind.resource.one}`,
  (store, id) => {
    const victim = oldest(kind, store, id)
    if (victim) kind.drop(store, victim)
  },
  writes,
]

const oldest = (kind: RecordKind, store: Store, id: number) =>
  kind
    .kept(store)
    .filter((one) => one.id !== id)
    .toSorted((a, b) => a.id - b.id)[0]

/** What is harmed, how, and the writes whose own checks do not look there. */
type Victim = readonly [says: string, harm: Harm, writes: readonly Write[]]

const but = (...names: readonly Write[]): Write[] => WRITES.filter((write) => !names.includes(write))
const ofOthers = (part: 'Template' | 'Customer') => WRITES.filter((write) => !write.includes(part))

const onInvoices = (which: 'oldest' | 'newest') =>
  Object.entries({
    number: (number: string) => `${number}-A`,
    total_price: (price: string) => `${price}1`,
    financial_status: (status: string) => (status === 'paid' ? 'voided' : 'paid'),
    order_name: (name: string) => `${name}!`,
    note: (note: string) => `${note}!`,
    fulfillment_status: () => 'lost',
    line_items: () => [],
    customer: (customer: object) => ({ ...customer, last_name: 'Nobody' }),
    billing_address: (address: object) => ({ ...address, city: 'Nowhere' }),
  }).map(([field, change]): Victim => [
    `changes ${field} of the ${which} invoice`,
    (store, id) => {
      const sorted = [...store.invoices.values()]
        .filter((one) => one.id !== id)
        .toSorted((a, b) => a.id - b.id)
      const victim = sorted.at(which === 'oldest' ? 0 : -1)
      // Each of them is given what it has.
      if (victim) edit(store.invoices, victim.id, { [field]: change(Reflect.get(victim, field) as never) })
    },
    WRITES,
  ])

/** An address that nobody has. */
const NOWHERE = {
  id: 1,
  first_name: 'No',
  last_name: 'Body',
  company: '',
  address1: '1 No Street',
  address2: '',
  city: 'Nowhere',
  province: '',
  country: 'Germany',
  zip: '00000',
  phone: '',
}

const VICTIMS: readonly Victim[] = [
  ...onInvoices('oldest'),
  ...onInvoices('newest'),
  [
    'deletes the oldest invoice',
    (store, id) => {
      const [victim] = [...store.invoices.values()]
        .filter((one) => one.id !== id)
        .toSorted((a, b) => a.id - b.id)
      if (victim) store.invoices.delete(victim.id)
    },
    WRITES,
  ],
  ...ofRecords(TEMPLATE, ofOthers('Template'), {
    name: 'Changed',
    template_type: 'credit_note',
    accent_color: '#010203',
    logo_enabled: false,
    design_key: 'other',
  }),
  gone(TEMPLATE, ofOthers('Template')),
  ...ofRecords(CUSTOMER, ofOthers('Customer'), {
    email: 'changed@example.com',
    last_name: 'Changed',
    tax_number: '0',
    tags: 'changed',
    platform_customer_id: 7,
    addresses: [NOWHERE],
  }),
  gone(CUSTOMER, ofOthers('Customer')),
  ...Object.entries({
    business_name: 'Changed',
    footer_message: 'Changed',
    tax_id: 'Changed',
    default_due_days: 99,
    automatic_invoicing: true,
    email_subject_template: 'Changed',
    payment_reminder_interval: 99,
  }).map(([field, value]): Victim => [
    `changes ${field} of the settings`,
    (store) => void store.settings.set('settings', { ...settingsOf(store), [field]: value }),
    but('updateSettings'),
  ]),
]

/** Every write with everything that it must leave alone. */
export const crossFaults = (): Faults =>
  ofEach(VICTIMS, ([says, harm, writes]) =>
    ofEach(writes, (write) => ({
      [`${write} ${says}`]: afterHandler(write, (request, body) => {
        harm(request.context.store, writtenBy(request.params.id, body))
      }),
    })),
  )

function writtenBy(id: number, body: object | null): number {
  const [record]: unknown[] = Object.values(body ?? {})
  const own = typeof record === 'object' && record !== null ? Number(Reflect.get(record, 'id')) : Number.NaN
  return Number.isNaN(own) ? id : own
}
