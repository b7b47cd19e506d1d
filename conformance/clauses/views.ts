import type { Law } from '../judge/law.ts'
import type { View } from '../judge/view.ts'
import { isObject, member, type Exchange, type KeyName } from '../server/client/exchange.ts'
import { records } from '../server/store/inventory.ts'
import { CUSTOMERS, type Fields, type RecordKind } from './records/record-kind.ts'
import { differing, statedFields } from './stated-fields.ts'

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

/** Whether there is a record with this text in a field; a search may match it as a whole alone. */
export const listView = (law: Law, key: KeyName, kind: RecordKind, field: string, text: string): View => ({
  name: kind.many,
  of: [kind.operations.create],
  look: () => law.call(kind.operations.list, { key, ...(kind === CUSTOMERS && { query: { search: text } }) }),
  isWritten: (after) => records<Fields>(after, kind.many).some((one) => one[field] === text),
})

/** Whether a record of the run's own is there, and without this text in a field. */
export const recordView = (
  law: Law,
  key: KeyName,
  { one, operations }: RecordKind,
  id: number,
  field: string,
  text: string,
): View => ({
  name: one,
  of: [operations.update, operations.remove],
  look: () => law.call(operations.read, { params: { id }, key }),
  isWritten: (after) => objectIn(after, one)[field] === text,
})

const metaIn = (exchange: Exchange): Fields => statedFields('resources/meta', member(exchange, 'meta'))

/** How many invoices there are. */
export const invoicesView = (law: Law): View => ({
  name: 'invoices',
  of: ['createInvoice'],
  look: () => law.call('listInvoices', { query: { per_page: 1 } }),
  differ: (before, after) => differing(metaIn(before), metaIn(after)).map((name) => `meta.${name}`),
})
