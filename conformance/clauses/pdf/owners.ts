import type { InvoiceDetail } from '../../../schemas/types.ts'
import type { Law } from '../../judge/law.ts'
import { invoiceIn } from '../../server/activity/new-invoices.ts'
import { isObject, type KeyName } from '../../server/client/exchange.ts'
import { shows } from '../../server/pdf/text.ts'
import type { Document } from './document.ts'

/** A document with the invoice that it should be of. */
export interface Owned {
  document: Document
  detail: InvoiceDetail
}

/** Words that tell two invoices apart. */
const ENOUGH = 3

/** The document with its invoice, where that can be read and has a number. */
export async function owned(
  law: Law,
  slug: string,
  document: Document,
  key: KeyName = 'api',
): Promise<Owned[]> {
  const detail = invoiceIn(await law.call('readInvoice', { params: { slug }, key }))
  return typeof detail?.number === 'string' ? [{ document, detail }] : []
}

/** Demands that no document is that of another invoice among them. */
export function judgeOwners(law: Law, documents: readonly Owned[]): void {
  for (const mine of documents)
    for (const other of documents) if (mine !== other) judgeOwner(law, mine, other)
}

/** A document of words that only the other invoice has, and none of its own, is the other's. */
function judgeOwner(law: Law, mine: Owned, other: Owned): void {
  const [own, foreign] = [ownWords(mine.detail, other.detail), ownWords(other.detail, mine.detail)]
  if (own.length < ENOUGH || foreign.length < ENOUGH) return
  const { text, bytes } = mine.document
  const said = foreign.filter((word) => shows(text, word))
  // A document of ours may be older than an edit of its order, and show what another order says too (pdf.freshness).
  const isOld = law.session.orderOf.has(mine.detail.slug) && shows(text, mine.detail.number)
  const isForeign = said.length >= ENOUGH && !isOld && !own.some((word) => shows(text, word))
  law.judge(!isForeign && !bytes.equals(other.document.bytes), {
    message: `the document of ${mine.detail.number} is that of ${other.detail.number}`,
    expected: `a document of invoice ${mine.detail.number}`,
    got: isForeign ? `one that says ${said.slice(0, 5).join(', ')}` : 'the same bytes',
    exchanges: [...mine.document.exchanges, ...other.document.exchanges],
  })
}

/** ASCII words of an invoice's texts that stand in nothing of the other invoice. */
function ownWords(mine: InvoiceDetail, other: InvoiceDetail): string[] {
  const foreign = textsOf(other).join(' ').toLowerCase()
  const words = textsOf(mine).flatMap((text) => text.match(/[A-Za-z]{4,}/g) ?? [])
  return [...new Set(words)].filter((word) => !foreign.includes(word.toLowerCase()))
}

/** What documents usually show of an invoice: names, addresses, what was sold. */
export function textsOf({
  customer,
  billing_address,
  shipping_address,
  line_items,
}: InvoiceDetail): string[] {
  const items = Array.isArray(line_items) ? line_items : []
  return [customer, billing_address, shipping_address, ...items].flatMap((part: unknown) =>
    isObject(part) ? Object.values(part).filter((value) => typeof value === 'string') : [],
  )
}
