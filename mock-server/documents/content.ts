import type { LineItem } from '../../schemas/types.ts'
import { factsOf, type Fact } from './facts.ts'
import { labelsFor, type Labels } from './labels.ts'
import { count, moneyFormat, amountText } from './money.ts'
import { listOf, numberOf, textOf, type DocumentKind, type DocumentSource } from './source.ts'
import { partiesOf, type Party } from './parties.ts'
import { besideLabel } from './runs.ts'
import { leadOf } from './lead.ts'
import { amountsOf, lineAmount, piecesOf, sumsOf, type Sum } from './sums.ts'

/** What a document says, in the words of its locale, and nothing of where it stands on the page. */
export interface Content {
  locale: string
  labels: Labels
  title: string
  /** The invoice's number behind the template's prefix. */
  number: string
  /** The one line that matters: what is due, and when; empty where nothing is to be paid. */
  lead: string
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
    lead: priced ? leadOf(source, { locale, labels, money }) : '',
    stamp: priced && kind !== 'credit_note' ? stampOf(textOf(invoice.financial_status), labels) : null,
    facts: factsOf(source, numberOf(source), locale, labels),
    seller: sellerOf(settings),
    parties: partiesOf(source, locale, labels),
    priced,
    items: listOf(invoice.line_items).map((item) =>
      itemOf(item, locale, (price) => amountText(money, price)),
    ),
    sums: priced ? sumsOf(kind, invoice, { locale, labels, money }) : piecesOf(invoice, locale, labels),
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
