import { wordsOf } from '../../server/pdf/text.ts'
import type { Document } from './document.ts'

/** Words that tell the two documents of an order apart: those of one that the other lacks. */
export interface Labels {
  invoice: string[]
  packing_slip: string[]
}

/** The words by which invoice and packing slip differ, learned from one invoice's two documents. */
export function labelsOf(invoice: Document, slip: Document): Labels {
  const [ofInvoice, ofSlip] = [new Set(wordsOf(invoice.text)), new Set(wordsOf(slip.text))]
  return {
    invoice: [...ofInvoice].filter((word) => !ofSlip.has(word)),
    packing_slip: [...ofSlip].filter((word) => !ofInvoice.has(word)),
  }
}

/** Which document a text is, by its labels; null where they do not tell. */
export function kindOf({ text }: Document, labels: Labels): keyof Labels | null {
  const words = new Set(wordsOf(text))
  const share = (kind: keyof Labels) =>
    labels[kind].filter((word) => words.has(word)).length / Math.max(1, labels[kind].length)
  const lean = share('invoice') - share('packing_slip')
  if (Math.abs(lean) <= 0.5) return null
  return lean > 0 ? 'invoice' : 'packing_slip'
}
