import type { Check } from '../../judge/check.ts'
import { download } from '../../server/client/download.ts'
import type { Trial } from '../../judge/trial.ts'
import { createInvoice, type Creation } from '../../server/store/new-invoices.ts'
import { firstInvoices } from '../create/first-invoices.ts'
import { bothDocuments, judgeKinds, type Both } from './both-documents.ts'
import { readOnce, servesPdf, type Document } from './document.ts'
import { labelsOf } from './kinds.ts'
import { orderInvoices } from './packing-slips.ts'

const CLAUSE = 'pdf.both-retained'

/** pdf.both-retained, reading only: asking for one document leaves the other as retrievable as before. */
const alternating: Check = {
  name: 'both documents in turn',
  clauses: [CLAUSE],
  async run(trial) {
    const [invoice] = await orderInvoices(trial, 1)
    if (!invoice) return trial.notExercised('the store has no invoice of an order')
    const first = await bothDocuments(trial, CLAUSE, invoice.slug)
    for (let round = 0; round < 2; round++)
      judgeBoth(trial, await bothDocuments(trial, CLAUSE, invoice.slug), first)
    await judgeEarlierUrls(trial, first)
  },
}

/** An earlier URL may serve a newer making of its document, or nothing any more, but never the other document. */
async function judgeEarlierUrls(trial: Trial, { invoice, slip }: Both): Promise<void> {
  const again = { invoice: await servedAgain(trial, invoice), slip: await servedAgain(trial, slip) }
  judgeKinds(trial, CLAUSE, again, labelsOf(invoice, slip))
}

/** What the URL serves now; the document as it was where it serves none. */
async function servedAgain(trial: Trial, document: Document): Promise<Document> {
  const served = await download(trial.session.client, document.url, document.download.with_key)
  if (!servesPdf(served)) return document
  const { text } = await readOnce(trial.session, served)
  return { ...document, bytes: served.bytes, text, exchanges: [...document.exchanges, ...served.exchanges] }
}

/** Each document is still what it was. */
function judgeBoth(trial: Trial, both: Both, first: Both): void {
  judgeKinds(trial, CLAUSE, both, labelsOf(first.invoice, first.slip))
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
const regenerated: Check = {
  name: 'both documents after each regeneration',
  clauses: [CLAUSE],
  needs: ['orders', 'pdf'],
  async run(trial) {
    const made = await orderedInvoice(trial)
    if (!made) return trial.notExercised('no order is left that could be invoiced')
    const { slug } = made.invoice
    const first = await bothDocuments(trial, CLAUSE, slug)
    for (const { query } of STEPS) {
      trial.success(CLAUSE, await trial.call('regenerateInvoice', { params: { slug }, query }))
      judgeBoth(trial, await bothDocuments(trial, CLAUSE, slug), first)
    }
    await judgeCreatedAgain(trial, made.order_id, slug, first)
  },
}

/** An invoice of an order that the run made, another check's where there is one. */
async function orderedInvoice({ session }: Trial): Promise<Creation | null> {
  const made = await firstInvoices(session)
  const first = made.find(({ draft, creation }) => creation && !draft)
  return first?.creation ?? createInvoice(session)
}

/** Creating again, now the packing slip, answers the same invoice; its two documents stay. */
async function judgeCreatedAgain(trial: Trial, order_id: number, slug: string, first: Both): Promise<void> {
  trial.success(CLAUSE, await trial.call('createInvoice', { body: { order_id, packing_slip: true } }))
  judgeBoth(trial, await bothDocuments(trial, CLAUSE, slug), first)
}

export const pdfRetained: readonly Check[] = [alternating, regenerated]
