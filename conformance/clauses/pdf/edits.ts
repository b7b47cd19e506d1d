import type { InvoiceDetail } from '../../../schemas/types.ts'
import type { Creation } from '../../server/activity/new-invoices.ts'
import { isObject } from '../../server/client/exchange.ts'
import type { Session } from '../../server/session.ts'
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
  /** Stands in the first line of both addresses. */
  address: string
  /** Stands in the title of the last line, where there are so many that they take more than a page. */
  last?: string
}

/** Letters that no font joins to ligatures. */
const LETTERS = 'abcdeghkmnoprsuv'

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
    ...(isLong && { last: word('Yeg') }),
  }
}

/** Writes the edit into the order that the invoice was made of; only texts that it has are replaced. */
export async function editOrder(
  { platform }: Session,
  { order_id, draft, invoice }: Creation,
  edit: Edit,
): Promise<void> {
  await platform.edit(order_id, draft, patchOf(invoice, edit))
}

function patchOf(invoice: InvoiceDetail, edit: Edit) {
  const { customer, billing_address, shipping_address, line_items } = invoice
  const named = (part: unknown) => isObject(part) && { last_name: edit.name }
  const addressed = (part: unknown) =>
    isObject(part) && wholeAddress(part, { last_name: edit.name, address1: `${edit.address} 7` })
  const lines = linesOf(knownLines(line_items), edit)
  return {
    note: `${edit.note} note`,
    ...withoutMissing({
      customer: named(customer),
      billing_address: addressed(billing_address),
      shipping_address: addressed(shipping_address),
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
): { old: string[]; now: string }[] {
  const items = Array.isArray(line_items) ? line_items : []
  const titles = items.map((item) => item?.title)
  const addresses = [billing_address, shipping_address].map((address) => address?.address1)
  return [
    { old: tellingTexts(past ? [past.title] : titles), now: edit.title },
    { old: tellingTexts(past ? [past.address] : addresses), now: edit.address },
  ]
}

/** Texts long enough not to stand on a document by chance. */
const tellingTexts = (texts: readonly unknown[]) =>
  texts
    .filter((text) => typeof text === 'string')
    .filter((text) => /[A-Za-z]{4}/.test(text) && text.length > 6)
