import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Law } from '../../judge/law.ts'
import { shows } from '../../server/pdf/text.ts'
import { documentOf, isSameDocument, type Document, type DocumentQuery } from './document.ts'
import { kindOf, type Labels } from './kinds.ts'

/** The two documents of one order. */
export interface Both {
  invoice: Document
  slip: Document
}

/**
 * Fetches both documents and demands that they are two.
 * @param query how the packing slip is asked for
 */
export async function bothDocuments(
  law: Law,
  clause: ClauseId,
  slug: string,
  query: DocumentQuery = { packing_slip: true },
): Promise<Both> {
  const slip = await documentOf(law, clause, slug, query)
  const invoice = await documentOf(law, clause, slug)
  law.of(clause).judge(!isSameDocument(invoice, slip), {
    expected: 'a packing slip other than the invoice document',
    got: `the same document twice: ${slip.text.slice(0, 200)}`,
    exchanges: [...invoice.exchanges, ...slip.exchanges],
  })
  return { invoice, slip }
}

/** Demands that neither document has taken the other's place, as far as their words tell. */
export function judgeKinds(law: Law, clause: ClauseId, { invoice, slip }: Both, labels: Labels): void {
  const kinds = [kindOf(invoice, labels), kindOf(slip, labels)]
  law.of(clause).judge(kinds[0] !== 'packing_slip' && kinds[1] !== 'invoice', {
    message:
      kinds[0] === 'packing_slip'
        ? 'the packing slip came for the invoice'
        : 'the invoice came for the packing slip',
    expected: 'the invoice document without packing_slip, the packing slip with it',
    got: `${invoice.text.slice(0, 150)} … and ${slip.text.slice(0, 150)}`,
    exchanges: [...invoice.exchanges, ...slip.exchanges],
  })
}

/** Titles that the store gives its documents, where they can be told apart. */
export interface Titles {
  invoice: string
  packing_slip: string
}

/** Whether the titles of the two documents stand on the other one each, and on it alone. */
export function areExchanged({ invoice, slip }: Both, titles: Titles): boolean {
  return standsOnly(titles.packing_slip, invoice, slip) && standsOnly(titles.invoice, slip, invoice)
}

const standsOnly = (title: string, on: Document, off: Document) =>
  shows(on.text, title) && !shows(off.text, title)
