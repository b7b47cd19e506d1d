import type { Address, LineItem } from '../../schemas/types.ts'
import { daysAfter, formatDate, parseMoment, withoutTime, type Moment } from './dates.ts'
import { labelsFor, type Labels } from './labels.ts'
import { count, moneyFormat, amountText } from './money.ts'
import { putsZipLast } from './countries.ts'
import { listOf, textOf, within, type DocumentKind, type DocumentSource } from './source.ts'
import { besideLabel } from './runs.ts'
import { amountsOf, lineAmount, sumsOf, type Sum } from './sums.ts'

/** What a document says, in the words of its locale, and nothing of where it stands on the page. */
export interface Content {
  locale: string
  labels: Labels
  title: string
  /** The invoice's number behind the template's prefix. */
  number: string
  stamp: Stamp | null
  facts: Fact[]
  /** The name first. */
  seller: string[]
  parties: Party[]
  /** Without prices on a packing slip. */
  priced: boolean
  items: Item[]
  sums: Sum[]
  note: string
  message: string
  links: string[]
  /** Tax id and tax office of the seller. */
  legal: string
}

export interface Fact {
  label: string
  value: string
}

export interface Party {
  label: string
  lines: string[]
}

export interface Item {
  title: string
  variant: string
  sku: string
  quantity: string
  unitPrice: string
  amount: string
}

export interface Stamp {
  text: string
  tone: 'good' | 'bad' | 'neutral'
}

/** Says in a locale that its fonts can draw what the source holds. */
export function contentOf(source: DocumentSource, locale: string): Content {
  const labels = labelsFor(locale)
  const { kind, invoice, settings } = source
  const priced = kind !== 'packing_slip'
  const money = moneyFormat(locale, textOf(invoice.currency), amountsOf(invoice))
  return {
    locale,
    labels,
    title: titleOf(kind, settings, labels),
    number: numberOf(source),
    stamp: priced && kind !== 'credit_note' ? stampOf(textOf(invoice.financial_status), labels) : null,
    facts: factsOf(source, locale, labels),
    seller: sellerOf(settings),
    parties: partiesOf(source, labels),
    priced,
    items: listOf(invoice.line_items).map((item) =>
      itemOf(item, locale, (price) => amountText(money, price)),
    ),
    sums: priced ? sumsOf(kind, invoice, { locale, labels, money }) : [],
    note: textOf(invoice.note),
    message: textOf(settings.footer_message),
    links: [settings.facebook_url, settings.instagram_url, settings.twitter_url].map(textOf).filter(Boolean),
    legal: legalLine(settings),
  }
}

const TITLE_SETTING = {
  invoice: 'invoice_title',
  quote: 'draft_invoice_title',
  pro_forma: 'draft_invoice_title',
  credit_note: 'credit_note_title',
  packing_slip: 'packing_slip_title',
} as const satisfies Record<DocumentKind, keyof DocumentSource['settings']>

const titleOf = (kind: DocumentKind, settings: DocumentSource['settings'], labels: Labels) =>
  textOf(settings[TITLE_SETTING[kind]]) || labels(kind)

/** The number as documents show it; a prefix that it begins with already is not put before it again. */
export function numberOf({ invoice, template }: DocumentSource): string {
  const number = textOf(invoice.number)
  const prefix = textOf(template.invoice_number_prefix)
  return number === '' || number.startsWith(prefix) ? number : prefix + number
}

const TONES = {
  paid: 'good',
  partially_paid: 'neutral',
  refunded: 'neutral',
  partially_refunded: 'neutral',
  voided: 'bad',
} as const

const isTelling = (status: string): status is keyof typeof TONES => Object.hasOwn(TONES, status)

const stampOf = (status: string, labels: Labels): Stamp | null =>
  isTelling(status) ? { text: labels(status), tone: TONES[status] } : null

function factsOf(source: DocumentSource, locale: string, labels: Labels): Fact[] {
  const { invoice } = source
  const date = (moment: Moment | null) => (moment ? formatDate(moment, dateFormat(source), locale) : '')
  const issued = issuedOn(source)
  const facts = [
    { label: labels('date'), value: date(issued) },
    { label: labels('due_date'), value: dueDate(source, locale) },
    { label: labels('order'), value: textOf(invoice.order_name) || textOf(invoice.order_number) },
    { label: labels('order_date'), value: date(parseMoment(textOf(invoice.processed_at))) },
  ]
  return facts.filter(({ value }) => value !== '')
}

const dateFormat = ({ template, settings }: DocumentSource) =>
  textOf(template.date_format) || textOf(settings.datetime_format)

/** A day, without the time of day that the other dates may have. */
function dueDate(source: DocumentSource, locale: string): string {
  const due = dueOn(source, issuedOn(source))
  return due ? formatDate(due, withoutTime(dateFormat(source)), locale) : ''
}

/** An invoice keeps its date, whenever its document is drawn, or drawn again. */
const issuedOn = ({ issued_at, invoice }: DocumentSource) =>
  parseMoment(textOf(invoice.created_at)) ?? parseMoment(textOf(issued_at))

const PAYABLE: readonly DocumentKind[] = ['invoice', 'pro_forma']

function dueOn({ kind, settings }: DocumentSource, issued: Moment | null): Moment | null {
  const days = within(settings.default_due_days, 0, 36_500, -1)
  return issued && days >= 0 && PAYABLE.includes(kind) ? daysAfter(issued, Math.floor(days)) : null
}

function sellerOf(settings: DocumentSource['settings']): string[] {
  const { address1, address2, address3, address4, phone_number, email } = settings
  const lines = [address1, address2, address3, address4, phone_number, email].map(textOf)
  return [textOf(settings.business_name), ...lines.filter(Boolean)]
}

function legalLine({ tax_id, tax_id_title, tax_office_name }: DocumentSource['settings']): string {
  const [title, number] = [textOf(tax_id_title), textOf(tax_id)]
  const taxId = number && `${title} ${besideLabel(title, number)}`.trim()
  return [taxId, textOf(tax_office_name)].filter(Boolean).join(' · ')
}

function partiesOf({ kind, invoice, tax_number }: DocumentSource, labels: Labels): Party[] {
  const taxNumber = textOf(tax_number)
  const customer = nameOf(invoice.customer)
  const billed = addressLines(invoice.billing_address)
  const billTo = [
    ...(billed.length > 0 ? billed : [customer].filter(Boolean)),
    textOf(invoice.customer?.email),
    taxNumber && kind !== 'packing_slip' ? labelled(labels('tax_number'), taxNumber) : '',
  ].filter(Boolean)
  const parties = [
    { label: labels('bill_to'), lines: billTo },
    { label: labels('ship_to'), lines: addressLines(invoice.shipping_address) },
  ]
  const shown = kind === 'packing_slip' ? parties.toReversed() : parties
  return shown.filter(({ lines }) => lines.length > 0)
}

/** A label and what it names on one line. */
export const labelled = (label: string, text: string): string => `${label}: ${besideLabel(label, text)}`

const nameOf = (person: Pick<Address, 'first_name' | 'last_name'> | null | undefined) =>
  [textOf(person?.first_name), textOf(person?.last_name)].filter(Boolean).join(' ')

function addressLines(address: Address | null | undefined): string[] {
  if (!address) return []
  return [
    textOf(address.company),
    nameOf(address),
    textOf(address.address1),
    textOf(address.address2),
    townLine(address),
    textOf(address.country),
    textOf(address.phone),
  ].filter(Boolean)
}

/** As letters are addressed in the country: the postal code in front of the town or behind the state. */
function townLine(address: Address): string {
  const [zip, city, province] = [address.zip, address.city, address.province].map(textOf)
  const [before, after] = putsZipLast(textOf(address.country)) ? ['', zip] : [zip, '']
  const town = [before, city].filter(Boolean).join(' ')
  return [[town, province].filter(Boolean).join(', '), after].filter(Boolean).join(' ')
}

function itemOf(item: LineItem, locale: string, price: (text: string) => string): Item {
  const quantity = typeof item.quantity === 'number' ? count(locale, item.quantity) : textOf(item.quantity)
  return {
    title: textOf(item.title),
    variant: textOf(item.variant_title),
    sku: textOf(item.sku),
    quantity,
    unitPrice: price(textOf(item.price)),
    amount: price(lineAmount(item)),
  }
}
