import type { Law } from '../../judge/law.ts'
import { shows, wordsOf } from '../../server/pdf/text.ts'
import { documentOf, isSameDocument, judgeApart, tryDocument, type Document } from './document.ts'

/** The two documents of one order. */
export interface Both {
  invoice: Document
  slip: Document
}

/** Fetches both documents, the packing slip first, and demands that they are two. */
export async function bothDocuments(law: Law, slug: string): Promise<Both> {
  const slip = await documentOf(law, slug, { packing_slip: true })
  const both = { invoice: await documentOf(law, slug), slip }
  judgeTwo(law, both)
  return both
}

/** Both at once, the invoice by the flag: neither is made in the other's place. */
export async function bothAtOnce(law: Law, slug: string): Promise<Both> {
  const [invoice, slip] = await Promise.all([
    documentOf(law, slug, { packing_slip: false }),
    documentOf(law, slug, { packing_slip: true }),
  ])
  judgeTwo(law, { invoice, slip })
  return { invoice, slip }
}

/** Both documents, null where one is no complete PDF. */
export async function tryBoth(
  law: Law,
  slug: string,
  query: { template_id?: number } = {},
): Promise<Both | null> {
  const invoice = await tryDocument(law, slug, query)
  const slip = await tryDocument(law, slug, { ...query, packing_slip: true })
  return invoice && slip && { invoice, slip }
}

export function judgeTwo(law: Law, { invoice, slip }: Both): void {
  const expected = 'a packing slip other than the invoice document'
  judgeApart(law, isSameDocument(invoice, slip), [invoice, slip], expected)
}

/** Demands that neither document has taken the other's place, as far as the words of two like them tell. */
export function judgeKinds(law: Law, { invoice, slip }: Both, like: Both): void {
  const isSlip = kindOf(invoice, like) === 'slip'
  law.judge(!isSlip && kindOf(slip, like) !== 'invoice', {
    message: isSlip ? 'the packing slip came for the invoice' : 'the invoice came for the packing slip',
    expected: 'the invoice document without packing_slip, the packing slip with it',
    got: `${invoice.text.slice(0, 150)} … and ${slip.text.slice(0, 150)}`,
    exchanges: [...invoice.exchanges, ...slip.exchanges],
  })
}

/** Which document it is, told by the words by which two like it differ; null where they do not tell. */
export function kindOf({ text }: Document, like: Both): keyof Both | null {
  const words = new Set(wordsOf(text))
  const [ofInvoice, ofSlip] = [new Set(wordsOf(like.invoice.text)), new Set(wordsOf(like.slip.text))]
  const share = (own: ReadonlySet<string>, other: ReadonlySet<string>) => {
    const labels = [...own].filter((word) => !other.has(word))
    return labels.filter((word) => words.has(word)).length / Math.max(1, labels.length)
  }
  const lean = share(ofInvoice, ofSlip) - share(ofSlip, ofInvoice)
  if (Math.abs(lean) <= 0.5) return null
  return lean > 0 ? 'invoice' : 'slip'
}

/** Titles that the store gives its documents, where they can be told apart. */
export type Titles = Record<keyof Both, string>

/** Whether the titles of the two documents stand on the other one each, and on it alone. */
export function areExchanged({ invoice, slip }: Both, titles: Titles): boolean {
  return standsOnly(titles.slip, invoice, slip) && standsOnly(titles.invoice, slip, invoice)
}

const standsOnly = (title: string, on: Document, off: Document) =>
  shows(on.text, title) && !shows(off.text, title)
