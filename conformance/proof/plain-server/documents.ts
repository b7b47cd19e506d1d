import { createHash } from 'node:crypto'
import type { Answers } from './answers.ts'
import { pdf, type Sheet } from './pdf.ts'
import { fullName, money, shownCountry, totalOf } from './presentation.ts'
import { Refusal, unprocessable } from './refusal.ts'
import type {
  Call,
  DocumentKind,
  Invoice,
  Order,
  Row,
  Store,
  StoredDocument,
  Value,
  Values,
  World,
} from './store.ts'

/** Which document of an invoice is wanted, and the template that was asked for. */
export interface Wanted {
  kind: DocumentKind
  template: Row | null
}

/** The template that a template_id names, null without one; an unknown id is refused. */
export function chosenTemplate(call: Call, id: Value | undefined, listsNotFound: boolean): Row | null {
  if (typeof id !== 'number') return null
  const template = call.store.templates.get(id)
  if (template) return template
  if (call.world.answers.unknownTemplate === 'default') return null
  if (listsNotFound && call.world.answers.unknownTemplate === 'not_found') throw new Refusal('not_found')
  throw unprocessable('template_id', 'does not exist')
}

/** Reads template_id and packing_slip as the document that they ask for. */
export function readWanted(call: Call, values: Values, listsNotFound: boolean): Wanted {
  const { answers } = call.world
  const template = chosenTemplate(call, values['template_id'], listsNotFound)
  const type = template?.values['template_type']
  if (type === 'credit_note' && answers.creditNoteTemplate === 'refused') {
    throw unprocessable('template_id', 'is a credit note template')
  }
  const flag = values['packing_slip']
  const inferred = type === 'packing_slip' && !(flag === false && answers.packingSlipFalse === 'flag wins')
  return { kind: flag === true || inferred ? 'packing_slip' : 'invoice', template }
}

/** A document that this server does not make is refused: of a draft a packing slip, of an imported order any. */
export function ensureMade(
  { answers }: World,
  { type, draft }: Pick<Invoice, 'type' | 'draft'>,
  { kind }: Wanted,
): void {
  if (draft && kind === 'packing_slip' && answers.draftSlips === 'refused')
    throw unprocessable('packing_slip', 'is for orders')
  if (type === 'platform_order' && answers.importedDocuments === 'refused')
    throw unprocessable('order', 'has no invoice yet')
}

/** The template of a document for which none was asked for; null is the built-in one. */
export function defaultTemplate(answers: Answers, store: Store, kind: DocumentKind): Row | null {
  const candidates = [...store.templates.values()].filter((row) => row.values['template_type'] === kind)
  const choices: Record<Answers['defaultTemplate'], Row | undefined> = {
    oldest: candidates[0],
    newest: candidates.at(-1),
    preselected: candidates.find((row) => row.values['pre_selected_orders'] === true) ?? candidates[0],
  }
  return choices[answers.defaultTemplate] ?? null
}

function templateOf(answers: Answers, store: Store, invoice: Invoice, wanted: Wanted): Row | null {
  if (wanted.template) return wanted.template
  const last =
    answers.pdfTemplate === 'last used' ? store.templates.get(invoice.lastTemplate ?? 0) : undefined
  const fits = last && (last.values['template_type'] === 'packing_slip') === (wanted.kind === 'packing_slip')
  return fits ? last : defaultTemplate(answers, store, wanted.kind)
}

/** The wanted document of an invoice, made anew where the server does so. */
export function produce(world: World, store: Store, invoice: Invoice, wanted: Wanted): StoredDocument {
  const { answers } = world
  const template = templateOf(answers, store, invoice, wanted)
  if (wanted.template) invoice.lastTemplate = wanted.template.id
  const key = `${invoice.id}/${wanted.kind}/${template?.id ?? 0}`
  const sheet = sheetOf(answers, store, invoice, wanted.kind, template)
  const source = createHash('sha256').update(JSON.stringify(sheet)).digest('hex')
  const stored = store.documents.get(key)
  const fresh =
    answers.pdfFreshness === 'never' || (answers.pdfFreshness === 'changed' && stored?.source === source)
  if (stored && fresh) return stored
  const document = { id: String(world.nextId()), key, source, bytes: bytesOf(answers, sheet) }
  store.documents.set(key, document)
  if (answers.pdfStamps) invoice.updatedAt = Date.now()
  return document
}

function bytesOf(answers: Answers, sheet: Sheet): Buffer {
  return pdf(sheet, answers.pdfDated ? new Date() : undefined)
}

/** Makes one document of an invoice anew and treats the other one as the server does. */
export function reproduce(world: World, store: Store, invoice: Invoice, wanted: Wanted): void {
  const own = [...store.documents.values()].filter((document) => document.key.startsWith(`${invoice.id}/`))
  const others = own.filter((document) => !document.key.includes(wanted.kind))
  const stay = world.answers.otherDocument === 'stays' ? others : []
  for (const document of own) if (!stay.includes(document)) store.documents.delete(document.key)
  const { lastTemplate } = invoice
  if (world.answers.otherDocument === 'renewed')
    for (const document of others) renew(world, store, invoice, document)
  invoice.lastTemplate = lastTemplate
  produce(world, store, invoice, wanted)
}

function renew(world: World, store: Store, invoice: Invoice, document: StoredDocument): void {
  const [, kind, template] = document.key.split('/')
  produce(world, store, invoice, {
    kind: kind === 'packing_slip' ? kind : 'invoice',
    template: store.templates.get(Number(template)) ?? null,
  })
}

function sheetOf(
  answers: Answers,
  store: Store,
  invoice: Invoice,
  kind: DocumentKind,
  template: Row | null,
): Sheet {
  const { order } = invoice
  const look = template?.values ?? {}
  const slip = kind === 'packing_slip'
  const price = (amount: number) => (slip ? '' : ` ${money(answers, amount, order.currency)}`)
  const lines = [
    String(store.settings['business_name'] ?? ''),
    `Number: ${invoice.number}`,
    `Order: ${order.name}`,
    `Customer: ${fullName(order.customer) ?? ''} ${order.customer.email ?? ''}`,
    ...addressesOf(answers, order).map((address) => {
      const { country = null, ...rest } = address ?? {}
      return [...Object.values(rest), shownCountry(answers, country)].filter(Boolean).join(', ')
    }),
    ...order.line_items.map(
      (line) =>
        `${line.quantity} x ${line.title} ${line.variant_title ?? ''} ${line.sku ?? ''}${price(line.price)}`,
    ),
    ...(slip ? [] : order.tax_lines.map((tax) => `${tax.title}${price(tax.price)}`)),
    ...(slip ? [] : [`Total: ${order.currency}${price(totalOf(answers, order))}`]),
    `Note: ${order.note ?? ''}`,
    `Template: ${String(look['name'] ?? 'default')}`,
    String(store.settings['footer_message'] ?? ''),
  ]
  return {
    title: String(store.settings[slip ? 'packing_slip_title' : 'invoice_title'] || kind).slice(0, 200),
    lines: lines.map((line) => line.slice(0, 5000)),
    fontFamily: String(look['font_family'] ?? 'Helvetica'),
    fontSize: Number(look['font_size'] ?? 10),
    color: colorOf(String(look['accent_color'] ?? '')),
    words: answers.pdfWords,
    compressed: answers.pdfCompressed,
  }
}

/** The addresses that a document shows: instead of a shipping address that says nothing the billing one. */
function addressesOf({ missingShipping }: Answers, { billing_address, shipping_address }: Order) {
  const isMissing = !Object.values(shipping_address ?? {}).some(Boolean)
  return [billing_address, isMissing && missingShipping === 'billing' ? billing_address : shipping_address]
}

function colorOf(text: string): [number, number, number] {
  const digits = /^#?([0-9a-f]{6})$/i.exec(text)?.[1] ?? '000000'
  const part = (at: number) => Math.round((Number.parseInt(digits.slice(at, at + 2), 16) / 255) * 1000) / 1000
  return [part(0), part(2), part(4)]
}
