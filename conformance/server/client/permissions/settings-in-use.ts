import type { Settings } from '../../../../schemas/types.ts'

type SettingName = keyof Settings
type Switch = {
  [Name in SettingName]: Settings[Name] extends boolean | undefined ? Name : never
}[SettingName]

/** The user of a setting, and the switch that must be on for it; a setting without a switch is always in use. */
interface Use {
  readonly by: 'documents' | 'emails' | 'automation' | 'numbering'
  readonly when?: Switch
}

const DOCUMENTS: Use = { by: 'documents' }
const EMAILS: Use = { by: 'emails' }
const REMINDERS: Use = { by: 'emails', when: 'enable_payment_reminders' }
const CUSTOM_EMAILS: Use = { by: 'emails', when: 'use_custom_email' }
const AUTOMATION: Use = { by: 'automation' }
const AUTOMATIC_INVOICES: Use = { by: 'automation', when: 'automatic_invoicing' }

/**
 * Every setting and who uses it. A customer may get a document or an email at any moment, so the permission `writes`
 * changes only a setting whose switch was off when the settings were read last.
 */
export const SETTING_USES: Readonly<Record<SettingName, Use>> = {
  business_name: DOCUMENTS,
  email: DOCUMENTS,
  phone_number: DOCUMENTS,
  address1: DOCUMENTS,
  address2: DOCUMENTS,
  address3: DOCUMENTS,
  address4: DOCUMENTS,
  tax_id: DOCUMENTS,
  tax_id_title: DOCUMENTS,
  tax_office_name: DOCUMENTS,
  invoice_title: DOCUMENTS,
  draft_invoice_title: DOCUMENTS,
  credit_note_title: DOCUMENTS,
  packing_slip_title: DOCUMENTS,
  invoice_number_prefix: { by: 'numbering' },
  next_invoice_number: { by: 'numbering' },
  invoice_from_email: EMAILS,
  invoice_bcc_email: { by: 'emails', when: 'invoice_bcc' },
  invoice_bcc: EMAILS,
  locale: DOCUMENTS,
  email_locale: EMAILS,
  datetime_format: DOCUMENTS,
  automatic_invoicing: AUTOMATION,
  automatic_invoicing_with_payment_link: AUTOMATIC_INVOICES,
  financial_status: AUTOMATIC_INVOICES,
  fulfillment_status: AUTOMATIC_INVOICES,
  default_due_days: DOCUMENTS,
  footer_message: DOCUMENTS,
  facebook_url: DOCUMENTS,
  instagram_url: DOCUMENTS,
  twitter_url: DOCUMENTS,
  use_custom_email: EMAILS,
  email_subject_template: CUSTOM_EMAILS,
  email_body_template: CUSTOM_EMAILS,
  email_dkim_verified: EMAILS,
  enable_payment_reminders: EMAILS,
  payment_reminder_interval: REMINDERS,
  payment_reminder_when: REMINDERS,
  customer_locale_invoice: DOCUMENTS,
}

/** True if something uses the setting while the settings are `current`; unknown current settings count as in use. */
export function isSettingInUse(name: string, current: Readonly<Record<string, unknown>> | null): boolean {
  const use = Object.hasOwn(SETTING_USES, name) ? SETTING_USES[name as SettingName] : undefined // own keys are settings
  if (use === undefined) return false
  return use.when === undefined || current?.[use.when] !== false
}

const NAMES = Object.keys(SETTING_USES)

/** The setting that a careless service takes a name for, in whatever case; else the name itself. */
export const exactName = (name: string): string =>
  NAMES.find((one) => one === name.trim().toLowerCase()) ?? name

/** Settings whose names occur anywhere in a text. */
export const settingsNamedIn = (text: string): string[] =>
  NAMES.filter((name) => new RegExp(`\\b${name}\\b`, 'i').test(text))
