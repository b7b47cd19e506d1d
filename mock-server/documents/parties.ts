import type { Address } from '../../schemas/types.ts'
import { putsZipLast } from './countries.ts'
import { labelled, type Labels } from './labels.ts'
import { textOf, type DocumentSource } from './source.ts'

/** Who is billed, or where it goes. */
export interface Party {
  label: string
  lines: string[]
}

/** Whom the document is for; a packing slip has first where it goes. */
export function partiesOf(
  { kind, invoice, tax_number }: DocumentSource,
  locale: string,
  labels: Labels,
): Party[] {
  const taxNumber = textOf(tax_number)
  const customer = nameOf(invoice.customer)
  const billed = addressLines(invoice.billing_address)
  const billTo = [
    ...(billed.length > 0 ? billed : [customer].filter(Boolean)),
    textOf(invoice.customer?.email),
    taxNumber && kind !== 'packing_slip' ? labelled(locale, labels('tax_number'), taxNumber) : '',
  ].filter(Boolean)
  const parties = [
    { label: labels('bill_to'), lines: billTo },
    { label: labels('ship_to'), lines: addressLines(invoice.shipping_address) },
  ]
  const shown = kind === 'packing_slip' ? parties.toReversed() : parties
  return shown.filter(({ lines }) => lines.length > 0)
}

/** Written in Chinese, Japanese or Korean, the family name comes first. */
function nameOf(person: Pick<Address, 'first_name' | 'last_name'> | null | undefined): string {
  const names = [textOf(person?.first_name), textOf(person?.last_name)].filter(Boolean)
  return (names.every((name) => EAST_ASIAN.test(name)) ? names.toReversed() : names).join(' ')
}

const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u

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
