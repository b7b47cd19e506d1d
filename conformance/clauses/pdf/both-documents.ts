import type { Law } from '../../judge/law.ts'
import { documentOf, isSameDocument, judgeApart, tryDocument } from './document.ts'
import { kindOf, type Both } from './kinds.ts'

/** Fetches both documents, the packing slip first, and demands that they are two. */
export async function bothDocuments(law: Law, slug: string): Promise<Both> {
  const slip = await documentOf(law, slug, { packing_slip: true })
  const both = { invoice: await documentOf(law, slug), slip }
  judgeTwo(law, both)
  return both
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
