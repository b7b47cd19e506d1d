import type { Address } from '../../schemas/types.ts'
import { putsZipLast } from './countries.ts'
import { labelled, type Labels } from './labels.ts'
import { textOf, type DocumentSource } from './source.ts'

/** Who is billed, or where it goes. */
export interface Party {
  label: string
  /** Whoever it is comes first. */
  lines: PartyLine[]
}

export interface PartyLine {
  text: string
  weight: 'strong' | 'usual' | 'quiet'
}

/** Whom the document is for; a packing slip has first where it goes, and no more where that is the same. */
export function partiesOf(source: DocumentSource, locale: string, labels: Labels): Party[] {
  const { kind, invoice } = source
  const [billing, shipping] = [addressLines(invoice.billing_address), addressLines(invoice.shipping_address)]
  const same = billing.length > 0 && billing.join('\n') === shipping.join('\n')
  const contact = contactLines(source, locale, labels)
  const name = billing.length > 0 ? billing : [nameOf(invoice.customer)].filter(Boolean)
  const billTo = { label: labels('bill_to'), lines: [...weighed(name), ...quiet(contact)] }
  const shipTo = { label: labels('ship_to'), lines: weighed(shipping) }
  const asBilled = { ...shipTo, lines: quiet([labels('same_address')]) }
  const shown =
    kind === 'packing_slip' ? [shipTo, ...(same ? [] : [billTo])] : [billTo, same ? asBilled : shipTo]
  return shown.filter(({ lines }) => lines.length > 0)
}

function contactLines(
  { kind, invoice, tax_number }: DocumentSource,
  locale: string,
  labels: Labels,
): string[] {
  const taxNumber = kind === 'packing_slip' ? '' : textOf(tax_number)
  const named = taxNumber && labelled(locale, labels('tax_number'), taxNumber)
  return [textOf(invoice.customer?.email), named].filter(Boolean)
}

/** The name strong, telephones quiet. */
const weighed = (lines: readonly string[]): PartyLine[] =>
  lines.map((text, place) => ({ text, weight: place === 0 ? 'strong' : isPhone(text) ? 'quiet' : 'usual' }))

const isPhone = (text: string) => /^\+?[\p{Nd} ()./-]{6,}$/u.test(text)

const quiet = (lines: readonly string[]): PartyLine[] => lines.map((text) => ({ text, weight: 'quiet' }))

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
