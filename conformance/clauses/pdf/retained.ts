import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { createInvoice, type Creation } from '../../server/activity/new-invoices.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { firstCreations } from '../create/first-invoices.ts'
import { bothDocuments, judgeKinds, type Both } from './both-documents.ts'
import { downloadAgain, readOnce, servesPdf, type Document } from './document.ts'
import { anOrderInvoice } from './invoices.ts'

/** Reading only: asking for one document leaves the other as retrievable as before. */
const alternating = check('pdf.both-retained', {
  name: 'both documents in turn',
  async run(law) {
    const { slug } = await anOrderInvoice(law)
    const first = await bothDocuments(law, slug)
    for (let round = 0; round < 2; round++) await judgeRetained(law, slug, first)
    await judgeEarlierUrls(law, first)
  },
})

/** Each document is still what it was. */
const judgeRetained = async (law: Law, slug: string, first: Both): Promise<void> =>
  judgeKinds(law, await bothDocuments(law, slug), first)

/** An earlier URL may serve a newer making of its document, or nothing any more, but never the other document. */
async function judgeEarlierUrls(law: Law, { invoice, slip }: Both): Promise<void> {
  const again = { invoice: await servedAgain(law, invoice), slip: await servedAgain(law, slip) }
  judgeKinds(law, again, { invoice, slip })
}

/** What the URL serves now; the document as it was where it serves none. */
async function servedAgain(law: Law, document: Document): Promise<Document> {
  const served = await downloadAgain(law, document)
  if (!servesPdf(served)) return document
  const { text } = await readOnce(law.session, served)
  return { ...document, bytes: served.bytes, text, exchanges: [...document.exchanges, ...served.exchanges] }
}

/** Which document is regenerated, in an order in which each meets the other's leftovers. */
const STEPS: readonly Record<string, unknown>[] = [
  {},
  { packing_slip: true },
  { packing_slip: true },
  { packing_slip: false },
  {},
]

/** With regenerations between, and at last a creation that is for the packing slip. */
const regenerated = check('pdf.both-retained', {
  name: 'both documents after each regeneration',
  needs: ['orders', 'pdf'],
  async run(law) {
    const made = await orderedInvoice(law)
    if (!made) return law.notExercised('no order is left that could be invoiced')
    const { slug } = made.invoice
    const first = await bothDocuments(law, slug)
    for (const query of STEPS) {
      law.success(await law.call('regenerateInvoice', { params: { slug }, query }))
      await judgeRetained(law, slug, first)
    }
    law.success(await law.call('createInvoice', { body: bodyOf(made, { packing_slip: true }) }))
    await judgeRetained(law, slug, first)
  },
})

/** An invoice of an order that the run made, another check's where there is one. */
async function orderedInvoice(law: Law): Promise<Creation | null> {
  const [first] = await firstCreations(law, false)
  return first ?? createInvoice(law.session)
}

export const pdfRetained: readonly Check[] = [alternating, regenerated]
