import type { Law } from '../judge/law.ts'
import type { View } from '../judge/view.ts'
import type { Call } from '../server/client/call.ts'
import { isObject, member, type Exchange, type KeyName } from '../server/client/exchange.ts'
import { records } from '../server/store/inventory.ts'
import { CUSTOMERS, type Fields, type RecordKind } from './records/record-kind.ts'
import { sameValue } from './same-value.ts'
import { differing, differingFields, sameStated, statedFields } from './stated-fields.ts'

/** A member of an answer that should be an object. */
function objectIn(exchange: Exchange, name: string): Fields {
  const value = member(exchange, name)
  return isObject(value) ? value : {}
}

/** The settings that an answer shows. */
export const settingsIn = (exchange: Exchange): Fields => objectIn(exchange, 'settings')

const settings = (law: Law, key: KeyName) =>
  ({ name: 'settings', of: ['updateSettings'], look: () => law.call('readSettings', { key }) }) as const

/** What of the settings does not move on with each invoice. */
const lasting = (exchange: Exchange): Fields =>
  statedFields('resources/settings', { ...settingsIn(exchange), next_invoice_number: null })

/** The settings of a store. */
export const settingsView = (law: Law, key: KeyName): View => ({
  ...settings(law, key),
  differ: (before, after) => differing(lasting(before), lasting(after)).map((name) => `settings.${name}`),
})

/** Whether this is the text at the foot of invoices. */
export const footerView = (law: Law, key: KeyName, text: string): View => ({
  ...settings(law, key),
  isWritten: (after) => settingsIn(after)['footer_message'] === text,
})

/** Whether there is a record that is known by this text; a search may match it as a whole alone. */
export const listView = (law: Law, key: KeyName, kind: RecordKind, text: string): View => ({
  name: kind.many,
  of: [kind.operations.create],
  look: () => law.call(kind.operations.list, { key, ...searchFor(kind, text) }),
  isWritten: (after) => records<Fields>(after, kind.many).some((one) => one[kind.known_by] === text),
})

/** What a list is asked for that shows a record known by this text: templates cannot be searched. */
export const searchFor = (kind: RecordKind, text: string): Call =>
  kind === CUSTOMERS ? { query: { search: text, per_page: 250 } } : {}

/** Whether a record of the run's own is there, and not marked by this text. */
export const recordView = (law: Law, key: KeyName, kind: RecordKind, id: number, text: string): View => ({
  name: kind.one,
  of: [kind.operations.update, kind.operations.delete],
  look: () => law.call(kind.operations.read, { params: { id }, key }),
  isWritten: (after) => objectIn(after, kind.one)[kind.mark] === text,
})

/** All that reading a record of the run's own shows of it. */
export const wholeView = (law: Law, key: KeyName, kind: RecordKind, id: number): View => ({
  name: kind.one,
  of: [kind.operations.update, kind.operations.delete],
  look: () => law.call(kind.operations.read, { params: { id }, key }),
  differ: (before, after) =>
    differing(
      statedFields(kind.output, objectIn(before, kind.one)),
      statedFields(kind.output, objectIn(after, kind.one)),
    ).map((name) => `${kind.one}.${name}`),
})

/** The number that the next invoice will have. */
export const numberingView = (law: Law): View => ({
  name: 'settings.next_invoice_number',
  of: ['createInvoice'],
  look: () => law.call('readSettings'),
  differ: (before, after) =>
    sameValue(numberIn(before), numberIn(after)) ? [] : ['settings.next_invoice_number'],
})

const numberIn = (exchange: Exchange): unknown => settingsIn(exchange)['next_invoice_number']

const metaIn = (exchange: Exchange): Fields => statedFields('resources/meta', member(exchange, 'meta'))

/** How many invoices there are, and so many of them. */
export const invoicesView = (law: Law, per_page: number): View => ({
  name: 'invoices',
  of: ['createInvoice'],
  look: () => law.call('listInvoices', { query: { per_page } }),
  differ(before, after) {
    const shown = [before, after].map((exchange) => member(exchange, 'invoices'))
    return [
      ...differing(metaIn(before), metaIn(after)).map((name) => `meta.${name}`),
      ...(sameStated('resources/invoice-summary', shown[0], shown[1]) ? [] : ['invoices']),
    ]
  },
})

/** All that reading an invoice shows of it. */
export const invoiceView = (law: Law, key: KeyName, slug: string): View => ({
  name: 'invoice',
  of: ['readInvoice', 'readInvoicePdf', 'regenerateInvoice', 'sendInvoiceEmail'],
  look: () => law.call('readInvoice', { params: { slug }, key }),
  differ: (before, after) =>
    differingFields(member(before, 'invoice'), member(after, 'invoice')).map((name) => `invoice.${name}`),
})

/** What the list shows of one of its invoices, as long as it shows it. */
export const listedView = (law: Law, key: KeyName, slug: string) => {
  const listed = (exchange: Exchange) =>
    records<Fields>(exchange, 'invoices').find((one) => one['slug'] === slug)
  return {
    name: 'invoice',
    of: ['regenerateInvoice'],
    look: () => law.call('listInvoices', { key }),
    differ(before: Exchange, after: Exchange) {
      const [earlier, later] = [listed(before), listed(after)]
      return earlier && later ? differingFields(earlier, later).map((name) => `invoice.${name}`) : []
    },
  } satisfies View
}
