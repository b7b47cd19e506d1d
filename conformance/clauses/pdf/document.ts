import { createHash } from 'node:crypto'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { download, isOwnOrigin, isWebAddress, type Download } from '../../server/client/download.ts'
import type { Law } from '../../judge/law.ts'
import { readPdf, type ReadPdf } from '../../server/pdf/read-pdf.ts'
import { isPdf } from '../../server/pdf/structure.ts'
import { sameContent, withoutDates } from '../../server/pdf/text.ts'
import type { Session } from '../../server/session.ts'

/** What GET pdf is asked for beside the invoice. */
export type DocumentQuery = { template_id?: number; packing_slip?: boolean }

/** A document as GET pdf named it and its URL served it, good or bad. */
export interface Fetched {
  answer: Exchange
  /** null where the answer has no address that can be fetched. */
  download: Download | null
  pdf: ReadPdf
}

/** A complete PDF of an invoice. */
export interface Document {
  url: string
  download: Download
  bytes: Buffer
  pages: number
  text: string
  /** What shows it in a counterexample. */
  exchanges: readonly Exchange[]
}

/** Asks for a document and downloads it, first without the API key. */
export async function fetchDocument(
  session: Session,
  slug: string,
  query: DocumentQuery = {},
): Promise<Fetched> {
  const answer = await session.client.call('readInvoicePdf', { params: { slug }, query })
  const url = pdfUrl(answer)
  if (url === null) return { answer, download: null, pdf: { problem: 'no address', pages: 0, text: '' } }
  const served = await downloadDocument(session, url)
  return { answer, download: served, pdf: await readOnce(session, served) }
}

/** The pdf_url of an answer, null where there is none that can be fetched. */
export function pdfUrl(answer: Exchange): string | null {
  const invoice = member(answer, 'invoice')
  const url = isSuccess(answer) && isObject(invoice) ? invoice['pdf_url'] : undefined
  return typeof url === 'string' && isWebAddress(url) ? url : null
}

/** Only what serves no PDF without the key is asked for with it, and only at the API's own origin. */
async function downloadDocument({ client }: Session, url: string): Promise<Download> {
  const open = await download(client, url)
  if (servesPdf(open) || !isOwnOrigin(client, url)) return open
  const keyed = await download(client, url, true)
  return servesPdf(keyed) ? keyed : open
}

/** Whether a download is a document at all, complete or not. */
export const servesPdf = ({ status, bytes }: Download): boolean =>
  status >= 200 && status < 300 && isPdf(bytes)

const readings = new WeakMap<Session, Map<string, Promise<ReadPdf>>>()

/** Reads the bytes of a download; the same bytes are read once in a run. */
export function readOnce(session: Session, { status, bytes }: Download): Promise<ReadPdf> {
  if (status < 200 || status > 299)
    return Promise.resolve({
      problem: status === 0 ? bytes.toString() : `status ${status}`,
      pages: 0,
      text: '',
    })
  const known = readings.get(session) ?? new Map<string, Promise<ReadPdf>>()
  readings.set(session, known)
  const mark = createHash('sha1').update(bytes).digest('base64')
  const reading = known.get(mark) ?? readPdf(bytes)
  known.set(mark, reading)
  return reading
}

/** The document, null where it is no complete PDF: for what other clauses judge. */
export async function tryDocument(
  law: Law,
  slug: string,
  query: DocumentQuery = {},
): Promise<Document | null> {
  const { answer, download: served, pdf } = await fetchDocument(law.session, slug, query)
  return served && pdf.problem === null ? documentFrom(answer, served, pdf) : null
}

function documentFrom(answer: Exchange, served: Download, { pages, text }: ReadPdf): Document {
  const exchanges = [answer, ...served.exchanges]
  return { url: served.urls[0]!, download: served, bytes: served.bytes, pages, text, exchanges }
}

/** The document, where it is a complete PDF; a violation of the clause else. */
export function complete(law: Law, clause: ClauseId, { answer, download: served, pdf }: Fetched): Document {
  law.of(clause).success(answer, 'a success with a pdf_url')
  const exchanges = [answer, ...(served?.exchanges ?? [])]
  if (!served) throw law.of(clause).violation({ expected: 'pdf_url, an absolute URI', exchanges })
  if (pdf.problem !== null)
    throw law.of(clause).violation({ expected: 'a complete, well-formed PDF', got: pdf.problem, exchanges })
  return documentFrom(answer, served, pdf)
}

/** Fetches a document that the clause demands. */
export async function documentOf(
  law: Law,
  clause: ClauseId,
  slug: string,
  query: DocumentQuery = {},
): Promise<Document> {
  return complete(law, clause, await fetchDocument(law.session, slug, query))
}

/** Whether two are makings of one document: by their text where there is any, else by their bytes. */
export function isSameDocument(a: Document, b: Document): boolean {
  if (a.bytes.equals(b.bytes)) return true
  if (a.text.trim() === '' || b.text.trim() === '') return withoutDates(a.bytes) === withoutDates(b.bytes)
  return sameContent(a.text, b.text)
}
