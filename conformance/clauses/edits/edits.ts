import type { InvoiceDetail } from '../../../schemas/types.ts'
import { isObject } from '../../server/client/exchange.ts'
import type { OrderPatch } from '../../server/store/platform.ts'
import { knownLines, lineEdits, taxEdits } from './amount-edits.ts'
import { digitsOf } from './currency-digits.ts'
import type { Edit } from './edit.ts'
import { rareEdits } from './rare-edits.ts'
import { digitsOn } from './shown-digits.ts'
import { wholeAddress } from './whole.ts'

/**
 * Edits one after the other: everything at once, everything again while the packing slip is what is regenerated, then
 * single fields, what is rare, and at last lines and taxes. They are edited only where the invoice shows the order to have such a part.
 * @param mark makes the texts unlike any other
 * @param template a template of the store, to regenerate with
 */
export function editsOf(invoice: InvoiceDetail, mark: string, template: number | undefined): Edit[] {
  const text = (name: string, round: number) => `${name} ${round} ${mark}`
  // The lines that are given are those that were shown: rounded, they may come to another total.
  const isRounded = digitsOn(invoice) < digitsOf(invoice.currency)
  const rounding = isRounded ? { computed: ['total_price', 'tax_lines'] } : {}
  const edits: Edit[] = [
    { ...plain('everything', everything(invoice, mark, 1)), ...rounding },
    {
      name: 'everything again',
      patch: everything(invoice, mark, 2),
      query: { packing_slip: true },
      ...rounding,
    },
    {
      name: 'the note alone',
      patch: { note: text('Nöte', 3) },
      query: template === undefined ? {} : { template_id: template },
    },
    plain('the email alone', { customer: { email: `four+tag.${mark}@example.com` } }),
    plain("the customer's names alone", {
      customer: { first_name: "Mary-Ann O'Neill", last_name: 'Ångquist' },
    }),
    plain('the billing city alone', { billing_address: { city: text('Köln', 6) } }),
    plain('a shipping line alone', { shipping_address: { address2: text('Floor', 7) } }),
    plain('the countries', {
      billing_address: otherCountry(invoice),
      shipping_address: otherCountry(invoice),
    }),
    plain('the note, emptied', { note: '' }),
    plain('a billing line, emptied', { billing_address: { company: '' } }),
    plain('a shipping line, emptied', { shipping_address: { address2: '' } }),
    plain('the note again', { note: text('Note', 8) }),
  ]
  const rare = rareEdits(invoice, mark)
  const fit = [...edits, ...rare, ...lineEdits(invoice, mark), ...taxEdits(invoice, mark)].map((edit) => ({
    ...edit,
    patch: fitting(invoice, edit.patch),
  }))
  return withWholeAddresses(invoice, fit).filter(({ patch }) => Object.keys(patch).length > 0)
}

/** A name beside one that stays, before anything else was edited; none where the invoice shows no customer. */
export const familyNameEdit = ({ customer }: { customer?: unknown }, mark: string): Edit[] =>
  isObject(customer) ? [plain('the family name alone', { customer: { last_name: `Åkerlund ${mark}` } })] : []

/** Each address whole, as the edits before have left it. */
function withWholeAddresses(invoice: InvoiceDetail, edits: readonly Edit[]): Edit[] {
  const now = new Map<string, unknown>(Object.entries(invoice))
  return edits.map(({ patch, ...edit }) => {
    const addresses = Object.entries(patch).filter(([field]) => field.endsWith('_address'))
    for (const [field, given] of addresses)
      if (isObject(given)) now.set(field, wholeAddress(now.get(field), given))
    const whole = addresses.map(([field]) => [field, now.get(field)])
    return { ...edit, patch: { ...patch, ...Object.fromEntries(whole) } }
  })
}

const plain = (name: string, patch: OrderPatch): Edit => ({ name, patch, query: {} })

/** Long, and shorter than what any field for an email address takes. */
const LONG_HOST = `${'customers-of-the-conformance-suite.'.repeat(2)}example.com`

function everything(invoice: InvoiceDetail, mark: string, round: number): OrderPatch {
  const text = (name: string) => `${name}${round} ${mark}`
  const address = (kind: string) => ({
    first_name: text(`${kind}First`),
    last_name: text(`${kind}Last`),
    company: text(`${kind}Company`),
    address1: text(`${kind}Street`),
    address2: text(`${kind}Floor`),
    city: text(`${kind}City`),
    province: text(`${kind}Province`),
    zip: `${kind === 'Bill' ? 1 : 2}000${round}`,
    phone: `+49 30 90182${kind === 'Bill' ? 1 : 2}${round}`,
  })
  return {
    note: text('Note'),
    customer: {
      first_name: text('First'),
      last_name: text('Last'),
      email: `mail${round}.${mark}@${LONG_HOST}`,
    },
    billing_address: address('Bill'),
    shipping_address: address('Ship'),
    ...lineTitles(invoice, text('Title')),
  }
}

/** A merge patch replaces arrays whole: the lines as they were shown, but for their titles. */
function lineTitles({ line_items }: InvoiceDetail, title: string): OrderPatch {
  const lines = knownLines(line_items).map((line, index) => ({ ...line, title: `${title} ${index}` }))
  return lines.length > 0 ? { line_items: lines } : {}
}

/** A country as the server writes them: by name or by code. */
function otherCountry({ billing_address }: InvoiceDetail): OrderPatch {
  const country = isObject(billing_address) ? String(billing_address['country']) : ''
  if (country.length === 2) return { country: country === 'DE' ? 'FR' : 'DE' }
  return { country: country === 'Germany' ? 'France' : 'Germany' }
}

/** Parts that the invoice does not show are left out: an order without customer or address stays without. */
function fitting(invoice: InvoiceDetail, patch: OrderPatch): OrderPatch {
  const shown = new Map<string, unknown>(Object.entries(invoice))
  return Object.fromEntries(
    Object.entries(patch).filter(([field, value]) => !isObject(value) || isObject(shown.get(field))),
  )
}
