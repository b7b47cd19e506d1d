import type { Answers } from './answers.ts'
import { PHONE, readFields, readWrapped, type Field, type Fields } from './input.ts'
import { settingsShown } from './presentation.ts'
import type { Reply } from './refusal.ts'
import type { Call, Values } from './store.ts'

const TEXTS = (
  'business_name email phone_number address1 address2 address3 address4 tax_id tax_id_title tax_office_name ' +
  'invoice_title draft_invoice_title credit_note_title packing_slip_title invoice_number_prefix ' +
  'next_invoice_number invoice_from_email invoice_bcc_email locale datetime_format financial_status ' +
  'fulfillment_status footer_message facebook_url instagram_url twitter_url email_subject_template ' +
  'email_body_template'
).split(' ')
const FLAGS = (
  'invoice_bcc automatic_invoicing automatic_invoicing_with_payment_link use_custom_email ' +
  'enable_payment_reminders customer_locale_invoice'
).split(' ')

const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const WEB = /^https?:\/\/[^\s/]+\.[^\s]+$/
const CHECKED: Readonly<Record<string, Partial<Field>>> = {
  email: { pattern: MAIL },
  invoice_from_email: { pattern: MAIL },
  invoice_bcc_email: { pattern: MAIL },
  facebook_url: { pattern: WEB },
  instagram_url: { pattern: WEB },
  twitter_url: { pattern: WEB },
  next_invoice_number: { pattern: /^\d{1,12}$/ },
  datetime_format: { pattern: /^(%[Ymd][-./ ]?){3}$/ },
  tax_id: { pattern: /^[A-Z]{2}\w{2,14}$/ },
  locale: { pattern: /^[a-z]{2}(-[A-Z]{2})?$/ },
  financial_status: { oneOf: ['any', 'paid', 'pending', 'authorized'] },
  fulfillment_status: { oneOf: ['any', 'fulfilled', 'unfulfilled'] },
  default_due_days: { range: [0, 365] },
  payment_reminder_interval: { range: [1, 90] },
}

function fieldsOf(answers: Answers): Fields {
  const kinds: [string, Field][] = [
    ...TEXTS.map((name): [string, Field] => [name, { kind: 'text', fallback: '' }]),
    ...FLAGS.map((name): [string, Field] => [name, { kind: 'flag', fallback: false }]),
    [
      'default_due_days',
      { kind: 'integer', fallback: 14, ...(answers.numbers === 'checked' && { range: [1, 365] }) },
    ],
    ['payment_reminder_interval', { kind: 'integer', fallback: 7 }],
    ['payment_reminder_when', { kind: 'text', fallback: 'after', oneOf: ['before', 'after'] }],
  ]
  const phone = answers.phones === 'checked' && { phone_number: { pattern: PHONE } }
  const checks = { ...(answers.settingsFormats === 'checked' && CHECKED), ...phone }
  const checked = new Map(Object.entries<Partial<Field>>(checks))
  return Object.fromEntries(kinds.map(([name, field]) => [name, { ...field, ...checked.get(name) }]))
}

/** GET /settings */
export function readSettings({ world, store }: Call): () => Reply {
  return () => ({ status: 200, body: { settings: settingsShown(world, store.settings) } })
}

/** PATCH /settings */
export function updateSettings(call: Call): () => Reply {
  const { world, store } = call
  const { answers } = world
  const given = readFields(
    answers,
    fieldsOf(answers),
    readWrapped(call, 'settings'),
    answers.settingsMaxLength,
  )
  return () => {
    store.settings = { ...store.settings, ...given }
    return readSettings(call)()
  }
}

/** The settings of a store that has just been set up. */
export function initialSettings({ nextNumber }: Answers, name: string): Values {
  return {
    ...Object.fromEntries([...TEXTS.map((field) => [field, '']), ...FLAGS.map((field) => [field, false])]),
    default_due_days: 14,
    payment_reminder_interval: 7,
    payment_reminder_when: 'after',
    business_name: `Plain ${name} Ø`,
    email: `shop-${name.toLowerCase()}@example.com`,
    address1: 'Hafenstraße 1',
    tax_id: 'DE123456789',
    tax_id_title: 'USt-IdNr.',
    invoice_title: 'Invoice',
    draft_invoice_title: 'Quote',
    credit_note_title: 'Credit note',
    packing_slip_title: 'Packing slip',
    invoice_number_prefix: `${name}-`,
    next_invoice_number: nextNumber,
    invoice_from_email: 'billing@example.com',
    locale: 'de',
    email_locale: 'de',
    datetime_format: '%d.%m.%Y',
    financial_status: 'any',
    fulfillment_status: 'any',
    footer_message: 'Thank you\nand come again',
    facebook_url: 'https://social.example.com/plain',
    email_subject_template: 'Invoice {{number}}',
    email_body_template: 'Hello {{name}}',
    email_dkim_verified: false,
  }
}
