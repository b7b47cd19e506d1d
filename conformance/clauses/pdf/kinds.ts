import { shows, wordsOf } from '../../server/pdf/text.ts'
import type { Document } from './document.ts'

/** The two documents of one order. */
export interface Both {
  invoice: Document
  slip: Document
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
