import type { InvoiceDetail } from '../../../schemas/types.ts'
import { isObject } from '../../client/exchange.ts'
import type { Session } from '../../session.ts'
import type { Creation } from '../../store/new-invoices.ts'

/** An edit of a platform order: words of our own in its line titles, names and note. */
export interface Edit {
  /** Stands in every line title. */
  title: string
  note: string
  /** Stands in the family names of customer and addresses. */
  name: string
}

/** Letters that no font joins to ligatures. */
const LETTERS = 'abcdeghkmnoprsuv'

/** The nth edit of the run: words that no order had before. */
export function newEdit({ marker }: Session, n: number): Edit {
  const own = Array.from(
    marker.slice(-7),
    (character) => LETTERS[character.charCodeAt(0) % LETTERS.length],
  ).join('')
  const word = (start: string) => `${start}${own}${LETTERS[n % LETTERS.length]}`
  return { title: word('Zan'), note: word('Quo'), name: word('Mon') }
}

/** Writes the edit into the order that the invoice was made of; only texts that it has are replaced. */
export async function editOrder(
  { platform }: Session,
  { order_id, draft, invoice }: Creation,
  edit: Edit,
): Promise<void> {
  await platform.edit(order_id, draft, patchOf(invoice, edit))
}

function patchOf({ customer, billing_address, shipping_address, line_items }: InvoiceDetail, edit: Edit) {
  const named = (part: unknown) => (isObject(part) ? { last_name: edit.name } : undefined)
  const items = Array.isArray(line_items) ? line_items.filter(isObject) : []
  return {
    note: `${edit.note} note`,
    ...withoutMissing({
      customer: named(customer),
      billing_address: named(billing_address),
      shipping_address: named(shipping_address),
      line_items:
        items.length > 0 ? items.map((item) => ({ ...item, title: `${edit.title} lamp` })) : undefined,
    }),
  }
}

const withoutMissing = (patch: { [field: string]: unknown }) =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
