import { type Check, check } from '../../judge/check.ts'
import { download } from '../../server/client/download.ts'
import type { Law } from '../../judge/law.ts'
import { createInvoice, type Creation } from '../../server/store/new-invoices.ts'
import { firstInvoices } from '../create/first-invoices.ts'
import { bothDocuments, judgeKinds, type Both } from './both-documents.ts'
import { readOnce, servesPdf, type Document } from './document.ts'
import { labelsOf } from './kinds.ts'
import { orderInvoices } from './packing-slips.ts'

const CLAUSE = 'pdf.both-retained'

/** pdf.both-retained, reading only: asking for one document leaves the other as retrievable as before. */
const alternating = check('pdf.both-retained', {
  name: 'both documents in turn',
  async run(law) {
    const [invoice] = await orderInvoices(law, 1)
    if (!invoice) return law.notExercised('the store has no invoice of an order')
    const first = await bothDocuments(law, CLAUSE, invoice.slug)
    for (let round = 0; round < 2; round++)
      judgeBoth(law, await bothDocuments(law, CLAUSE, invoice.slug), first)
    await judgeEarlierUrls(law, first)
  },
})

/** An earlier URL may serve a newer making of its document, or nothing any more, but never the other document. */
async function judgeEarlierUrls(law: Law, { invoice, slip }: Both): Promise<void> {
  const again = { invoice: await servedAgain(law, invoice), slip: await servedAgain(law, slip) }
  judgeKinds(law, CLAUSE, again, labelsOf(invoice, slip))
}

/** What the URL serves now; the document as it was where it serves none. */
async function servedAgain(law: Law, document: Document): Promise<Document> {
  const served = await download(law.session.client, document.url, document.download.with_key)
  if (!servesPdf(served)) return document
  const { text } = await readOnce(law.session, served)
  return { ...document, bytes: served.bytes, text, exchanges: [...document.exchanges, ...served.exchanges] }
}

/** Each document is still what it was. */
function judgeBoth(law: Law, both: Both, first: Both): void {
  judgeKinds(law, CLAUSE, both, labelsOf(first.invoice, first.slip))
}

/** What may be done to an invoice's documents, in an order in which each meets the other's leftovers. */
const STEPS: readonly { name: string; query: Record<string, unknown> }[] = [
  { name: 'the invoice was regenerated', query: {} },
  { name: 'the packing slip was regenerated', query: { packing_slip: true } },
  { name: 'the packing slip was regenerated again', query: { packing_slip: true } },
  { name: 'the invoice was regenerated again', query: { packing_slip: false } },
  { name: 'the invoice was regenerated a third time', query: {} },
]

/** pdf.both-retained with regenerations between. */
const regenerated = check('pdf.both-retained', {
  name: 'both documents after each regeneration',
  needs: ['orders', 'pdf'],
  async run(law) {
    const made = await orderedInvoice(law)
    if (!made) return law.notExercised('no order is left that could be invoiced')
    const { slug } = made.invoice
    const first = await bothDocuments(law, CLAUSE, slug)
    for (const { query } of STEPS) {
      law.success(await law.call('regenerateInvoice', { params: { slug }, query }))
      judgeBoth(law, await bothDocuments(law, CLAUSE, slug), first)
    }
    await judgeCreatedAgain(law, made.order_id, slug, first)
  },
})

/** An invoice of an order that the run made, another check's where there is one. */
async function orderedInvoice({ session }: Law): Promise<Creation | null> {
  const made = await firstInvoices(session)
  const first = made.find(({ draft, creation }) => creation && !draft)
  return first?.creation ?? createInvoice(session)
}

/** Creating again, now the packing slip, answers the same invoice; its two documents stay. */
async function judgeCreatedAgain(law: Law, order_id: number, slug: string, first: Both): Promise<void> {
  law.success(await law.call('createInvoice', { body: { order_id, packing_slip: true } }))
  judgeBoth(law, await bothDocuments(law, CLAUSE, slug), first)
}

export const pdfRetained: readonly Check[] = [alternating, regenerated]
