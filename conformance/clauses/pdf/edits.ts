import type { InvoiceDetail } from '../../../schemas/types.ts'
import type { Creation } from '../../server/activity/new-invoices.ts'
import { isObject } from '../../server/client/exchange.ts'
import { shows } from '../../server/pdf/text.ts'
import type { Session } from '../../server/session.ts'
import { isTaken } from '../../server/store/hook-error.ts'
import type { OrderPatch } from '../../server/store/platform.ts'
import { wholeAddress } from '../edits/whole.ts'
import { knownLines, withTheirTaxes } from '../edits/amount-edits.ts'
import type { Line } from '../edits/many-lines.ts'

/** An edit of a platform order: words of our own in its line titles, names and note. */
export interface Edit {
  /** Stands in every line title. */
  title: string
  note: string
  /** Stands in the family names of customer and addresses. */
  name: string
  /** Stands in the first line of the billing address. */
  address: string
  /** Stands in the first line of the shipping address. */
  destination: string
  /** Stands in the title of the last line, where there are so many that they take more than a page. */
  last?: string
}

/** Letters that no font joins to ligatures. */
const LETTERS = 'abcdeghkmnoprsuv'

/** Letters beyond Latin-1, as many names have. */
const RARE = 'Gżegżółkař'

/** More than a page has room for, and than a part of a list holds that is read at once. */
const MANY_LINES = 60

/**
 * The nth edit of the run: words that no order had before.
 * @param isLong whether the order gets more lines than a page has room for
 */
export function newEdit({ marker }: Session, n: number, isLong = false): Edit {
  const own = Array.from(
    marker.slice(-7),
    (character) => LETTERS[character.charCodeAt(0) % LETTERS.length],
  ).join('')
  const word = (start: string) => `${start}${own}${LETTERS[n % LETTERS.length]}`
  return {
    title: word('Zan'),
    note: word('Quo'),
    name: word('Mon'),
    address: word('Vab'),
    destination: word('Hud'),
    ...(isLong && { last: word('Yeg') }),
  }
}

/** The whole note of an edited order. */
export const noteOf = ({ note }: Edit): string => `${note} note`

/** The edit before, but that both addresses have another street; the nth of the run. */
export function streetsEdit(session: Session, before: Edit, n: number): Edit {
  const { address, destination } = newEdit(session, n)
  return { ...before, address, destination }
}

/** What an edit of the streets alone writes. */
export const STREETS = ['billing_address', 'shipping_address'] as const

/**
 * Writes the edit, or these fields of it, into the order that the invoice was made of; only texts that it has are
 * replaced. A platform that takes no rare letters gets none, and one that leaves its customers alone is not asked to
 * change one.
 */
export async function editOrder(
  { platform }: Session,
  { order_id, draft, invoice }: Creation,
  edit: Edit,
  fields?: readonly string[],
): Promise<void> {
  const plain = patchOf(invoice, edit, fields)
  const { customer: _, ...others } = plain
  const rare = patchOf(invoice, { ...edit, name: `${edit.name} ${RARE}` }, fields)
  for (const patch of [rare, plain]) if (await isTaken(() => platform.edit(order_id, draft, patch))) return
  await platform.edit(order_id, draft, others)
}

function patchOf(invoice: InvoiceDetail, edit: Edit, fields?: readonly string[]): OrderPatch {
  const patch = wholePatchOf(invoice, edit)
  return fields
    ? Object.fromEntries(Object.entries(patch).filter(([field]) => fields.includes(field)))
    : patch
}

function wholePatchOf(invoice: InvoiceDetail, edit: Edit): OrderPatch {
  const { customer, billing_address, shipping_address, line_items } = invoice
  const named = (part: unknown) => isObject(part) && { last_name: edit.name }
  const addressed = (part: unknown, street: string) =>
    isObject(part) && wholeAddress(part, { last_name: edit.name, address1: `${street} 7` })
  const lines = linesOf(knownLines(line_items), edit)
  return {
    note: noteOf(edit),
    ...withoutMissing({
      customer: named(customer),
      billing_address: addressed(billing_address, edit.address),
      shipping_address: addressed(shipping_address, edit.destination),
    }),
    ...(lines.length > 0 &&
      (edit.last === undefined ? { line_items: lines } : withTheirTaxes(invoice, lines))),
  }
}

/** The lines with the words of the edit, again and again where there are to be many. */
function linesOf(known: readonly Line[], { title, last }: Edit): Line[] {
  const named = known.map((line) => ({ ...line, title: `${title} lamp` }))
  const [first] = named
  if (last === undefined || !first) return named
  const titles = [...numbered(title), `${last} lamp`]
  return titles.map((one) => ({ ...first, title: one }))
}

/** The titles of many lines but the last, none of which begins another one. */
export const numbered = (title: string): string[] =>
  Array.from({ length: MANY_LINES - 1 }, (_, at) => `${title} lamp ${100 + at}`)

const withoutMissing = (patch: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== false))

/** What the order said before an edit, beside what it says now: a document that showed the one shows the other. */
export function replacements(
  { line_items, billing_address, shipping_address }: InvoiceDetail,
  past: Edit | undefined,
  edit: Edit,
): { old: string[]; now: string[] }[] {
  const items = Array.isArray(line_items) ? line_items : []
  const titles = past ? [past.title] : items.map((item) => item?.title)
  const billed = past ? past.address : billing_address?.address1
  const shipped = past ? past.destination : shipping_address?.address1
  const lines = { old: tellingTexts(titles), now: [edit.title] }
  const both = [edit.address, edit.destination]
  // Where both addresses were one, or one a part of the other, nobody knows which of them a document shows.
  if (!past && areAlike(billed, shipped)) return [lines, { old: tellingTexts([billed, shipped]), now: both }]
  return [
    lines,
    { old: tellingTexts([billed]), now: [edit.address] },
    { old: tellingTexts([shipped]), now: [edit.destination] },
  ]
}

const areAlike = (one: unknown, other: unknown): boolean =>
  String(one).includes(String(other)) || String(other).includes(String(one))

/** A name as it comes out of a font that has not all of its letters, or of an encoding; null for one that is shown, or not so. */
export function worn(text: string, { name }: Edit): string | null {
  const start = `${name} `
  return (
    ['?', '\ufffd', '\u25a1']
      .map((mark) => start + RARE.replaceAll(/[\u0100-\uffff]/g, mark))
      .find((one) => shows(text, one)) ?? null
  )
}

/** Texts long enough not to stand on a document by chance. */
const tellingTexts = (texts: readonly unknown[]) =>
  texts
    .filter((text) => typeof text === 'string')
    .filter((text) => (/[A-Za-z]{4}/.test(text) && text.length > 6) || /[\u0250-\uffff]{3}/.test(text))
