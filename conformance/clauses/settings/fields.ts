import { fieldsOf } from '../../../schemas/resources.ts'
import type { Law } from '../../judge/law.ts'
import { isSettingInUse } from '../../server/client/permissions/settings-in-use.ts'
import { ODD_TEXTS, ODD_WORDS } from '../records/odd-texts.ts'
import type { Fields } from '../records/record-kind.ts'

/** A setting and the values that are tried. */
export interface Setting {
  readonly name: string
  readonly values: readonly unknown[]
  /** It sends, numbers or automates: left alone without permission for settings, else put back at once. */
  readonly delicate: boolean
  /** Which values it takes is open (questions settings.formats, settings.value_sets): the server may refuse these. */
  readonly open: boolean
}

/** Free text of clause settings.round-trip. */
export const FREE_TEXTS = [
  ['business_name', 'address1', 'address2', 'address3', 'address4', 'footer_message'],
  ['tax_id_title', 'invoice_title', 'draft_invoice_title', 'credit_note_title', 'packing_slip_title'],
].flat()

type Values = Readonly<Record<string, readonly unknown[]>>

/** What is printed on documents and nothing else: changed for a moment it harms nobody. */
const HARMLESS: Values = Object.fromEntries(FREE_TEXTS.map((name) => [name, ['', ...ODD_TEXTS]]))
const HARMLESS_OPEN: Values = {
  // Whether an invoice may be due at once is not said.
  default_due_days: [30, 0, 7, 45],
  phone_number: ['+49 30 901820', '', '007'],
  tax_id: ['DE123456789', '', '00012'],
  tax_office_name: ['', ...ODD_WORDS],
  facebook_url: [
    'https://www.facebook.com/conformance.kit',
    '',
    'https://www.facebook.com/p.php?id=7&x=%20y',
  ],
  instagram_url: ['https://www.instagram.com/conformance_kit/', ''],
  twitter_url: ['https://twitter.com/conformance', ''],
}
const DELICATE: Values = {
  payment_reminder_when: ['before', 'after'],
  customer_locale_invoice: [true, false],
}
/** A server may have reasons of its own not to switch these on. */
const DELICATE_OPEN: Values = {
  email: ['billing@example.com', "o'brien+7@example.org"],
  invoice_from_email: ['billing@example.com', 'no-reply@example.org'],
  invoice_bcc_email: ['billing@example.com', 'archive@example.org'],
  // What a server does not know it may refuse, and not take out unasked.
  email_subject_template: ['Invoice {{ number }}', 'Invoice {{ number }} of {{ nobody }}', ...ODD_TEXTS],
  email_body_template: ['Dear {{ name }},\n\nthank you.', ...ODD_TEXTS],
  invoice_number_prefix: ['CK-', '', ...ODD_WORDS],
  payment_reminder_interval: [7, 3, 14],
  invoice_bcc: [true, false],
  automatic_invoicing: [true, false],
  automatic_invoicing_with_payment_link: [true, false],
  use_custom_email: [true, false],
  enable_payment_reminders: [true, false],
  financial_status: ['paid', 'pending', 'authorized', 'any'],
  fulfillment_status: ['any', 'fulfilled', 'unfulfilled'],
  locale: ['en', 'de', 'fr'],
  datetime_format: ['YYYY-MM-DD', '%Y-%m-%d', 'DD.MM.YYYY', '%d.%m.%Y'],
}

const settingsOf = (values: Values, delicate: boolean, open: boolean): Setting[] =>
  Object.entries(values).map(([name, list]) => ({ name, values: list, delicate, open }))

const SETTINGS: readonly Setting[] = [
  ...settingsOf(HARMLESS, false, false),
  ...settingsOf(HARMLESS_OPEN, false, true),
  ...settingsOf(DELICATE, true, false),
  ...settingsOf(DELICATE_OPEN, true, true),
]

/** Settings of which values are tried. */
export const TRIED: readonly string[] = SETTINGS.map(({ name }) => name)

/**
 * The settings that may be changed and put back: the delicate ones only with permission, which is told as left out
 * of the clause; and none whose present value could not be sent again.
 */
export function changeable(law: Law, before: Fields): Setting[] {
  return SETTINGS.map((setting) => ({ ...setting, values: law.writable(setting.values) })).filter(
    ({ name, values }) => {
      const permitted = maySend(law) || !isSettingInUse(name, before)
      if (!permitted) law.leaveOut(`${name} (needs --allow settings)`)
      return permitted && typeof before[name] === typeof values[0]
    },
  )
}

/** Whether a setting is one of those that may be changed and put back. */
export const mayChange = (law: Law, name: string): boolean =>
  TRIED.includes(name) && (maySend(law) || !isSettingInUse(name, law.session.client.guard.sightings.settings))

/** Whether settings that send, number or automate may be changed. */
export const maySend = (law: Law) => law.target.allow.has('settings')

/** Values that no server has by default, of what prints, or does nothing by itself: what writes all anew may escape their signs once more. */
export function unusual(law: Law, before: Fields): Fields {
  const numbers = { default_due_days: 37 }
  const delicate = {
    payment_reminder_interval: 11,
    payment_reminder_when: before['payment_reminder_when'] === 'before' ? 'after' : 'before',
    customer_locale_invoice: true,
  }
  const all = { ...texts(Object.keys(HARMLESS), law.marker), ...numbers, ...delicate }
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name, value]) => mayChange(law, name) && typeof before[name] === typeof value,
    ),
  )
}

const texts = (names: readonly string[], marker: string): Fields =>
  Object.fromEntries(names.map((name) => [name, `Unusual ${name} & < ${marker}`]))

/** All fields of the settings. */
export const ALL_FIELDS: readonly string[] = Object.keys(fieldsOf('resources/settings'))
