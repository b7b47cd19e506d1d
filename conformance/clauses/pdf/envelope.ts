import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { atOnce } from '../../judge/at-once.ts'
import type { DocumentQuery } from './document.ts'
import { sampled } from './downloads.ts'
import { invoicesWithDocuments, isOfOrder, type Listed } from './invoices.ts'

const MOST = 20
/** Invoices that are asked for in other ways than plainly. */
const SOME = 5

/** An absolute URI (RFC 3986): a scheme, and no character that a URI cannot hold. */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/[^\s<>"{}|\\^`]+$/i

/** pdf.envelope: the answer names this invoice and an address. */
export function judgeEnvelope(law: Law, exchange: Exchange, { slug, number }: Listed): void {
  law.success(exchange)
  const value = member(exchange, 'invoice')
  const invoice = isObject(value) ? value : {}
  law.judge(invoice['slug'] === slug && invoice['number'] === number, {
    expected: `invoice with slug ${slug} and number ${number}`,
    exchanges: exchange,
  })
  const url = invoice['pdf_url']
  law.judge(typeof url === 'string' && ABSOLUTE.test(url) && URL.canParse(url), {
    expected: 'pdf_url, an absolute URI',
    got: `pdf_url ${JSON.stringify(url)}`,
    exchanges: exchange,
  })
}

const envelope = check('pdf.envelope', {
  name: 'the answer of GET pdf names the invoice',
  async run(law) {
    const invoices = await invoicesWithDocuments(law, MOST)
    if (invoices.length === 0) law.noInvoice()
    if (!law.mayTry('documents', 'documents by template_id and packing_slip')) return judgeSampled(law)
    const [template] = await law.store.lastingTemplates('invoice')
    // One query after the other, so that each comes for another invoice than the one before.
    const calls = queriesFor(template?.id).flatMap((query, round) =>
      invoices.slice(0, round === 0 ? MOST : SOME).map((invoice) => ({ invoice, query })),
    )
    await atOnce(calls, ({ invoice, query }) => judgeCall(law, invoice, query), 5)
  },
})

/** Judges the answers that the downloads began with: a run without `documents` may ask for few. */
async function judgeSampled(law: Law): Promise<void> {
  for (const { invoice, fetched } of await sampled(law)) judgeEnvelope(law, fetched.answer, invoice)
}

/** The ways to ask, the plain one first. */
const queriesFor = (template_id: number | undefined): DocumentQuery[] => [
  {},
  { packing_slip: false },
  { packing_slip: true },
  ...(template_id === undefined ? [] : [{ template_id }]),
]

async function judgeCall(law: Law, invoice: Listed, query: DocumentQuery): Promise<void> {
  const answer = await law.call('readInvoicePdf', { params: { slug: invoice.slug }, query: { ...query } })
  // A draft may have no packing slip.
  if (query.packing_slip && !isOfOrder(invoice) && !isSuccess(answer)) return
  judgeEnvelope(law, answer, invoice)
}

export const pdfEnvelope: readonly Check[] = [envelope]
