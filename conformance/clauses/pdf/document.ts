import { createHash } from 'node:crypto'
import type { Law } from '../../judge/law.ts'
import type { Observer } from '../../judge/observer.ts'
import { download, isOwnOrigin, isWebAddress, type Download } from '../../server/client/download.ts'
import { isObject, isSuccess, member, type Exchange, type KeyName } from '../../server/client/exchange.ts'
import { readPdf, type ReadPdf } from '../../server/pdf/read-pdf.ts'
import { isPdf } from '../../server/pdf/structure.ts'
import { sameContent, withoutDates } from '../../server/pdf/text.ts'
import { perRun } from '../../server/per-run.ts'
import type { Session } from '../../server/session.ts'

/** What GET pdf is asked for beside the invoice. */
export type DocumentQuery = { template_id?: number; packing_slip?: boolean }

/** A complete PDF of an invoice, as GET pdf named it and its URL served it. */
export interface Document {
  answer: Exchange
  url: string
  download: Download
  bytes: Buffer
  text: string
  /** What shows it in a counterexample. */
  exchanges: readonly Exchange[]
}

/** What came where a document should have come. */
interface NoDocument {
  answer: Exchange
  exchanges: readonly Exchange[]
  expected: string
  got?: string
}

/** A document, good or bad. */
export type Fetched = Document | NoDocument

export const isDocument = (fetched: Fetched): fetched is Document => 'bytes' in fetched

/** Asks for a document and downloads it, first without the API key. */
export async function fetchDocument(
  session: Session,
  slug: string,
  query: DocumentQuery = {},
  key: KeyName = 'api',
): Promise<Fetched> {
  const answer = await session.client.call('readInvoicePdf', { params: { slug }, query, key })
  const url = pdfUrl(answer)
  if (url === null) return { answer, exchanges: [answer], expected: 'pdf_url, an absolute URI' }
  const served = await downloadDocument(session, url)
  const exchanges = [answer, ...served.exchanges]
  const { problem, text } = await readOnce(session, served)
  return problem === null
    ? { answer, url, download: served, bytes: served.bytes, text, exchanges }
    : { answer, exchanges, expected: 'a complete, well-formed PDF', got: problem }
}

/** The pdf_url of an answer, null where there is none that can be fetched. */
export function pdfUrl(answer: Exchange): string | null {
  const invoice = member(answer, 'invoice')
  const url = isSuccess(answer) && isObject(invoice) ? invoice['pdf_url'] : undefined
  return typeof url === 'string' && isWebAddress(url) ? url : null
}

/** Only what is refused without the key is asked for with it, and only at the API's own origin. */
async function downloadDocument({ client }: Session, url: string): Promise<Download> {
  const open = await download(client, url)
  // An answer that broke off, or a server that fell over, may come right the next time: that says nothing of the key.
  const isRefused = !servesPdf(open) && open.status > 0 && open.status < 500
  if (!isRefused || !isOwnOrigin(client, url)) return open
  const keyed = await download(client, url, 'api')
  return servesPdf(keyed) ? keyed : open
}

/** Whether a download is a document at all, complete or not. */
export const servesPdf = ({ status, bytes }: Download): boolean =>
  status >= 200 && status < 300 && isPdf(bytes)

const readings = perRun<string, Promise<ReadPdf>>()

/** Reads the bytes of a download; the same bytes are read once in a run. */
export async function readOnce(session: Session, { status, bytes }: Download): Promise<ReadPdf> {
  if (status === 0) return { problem: bytes.toString(), text: '' }
  if (status < 200 || status > 299) return { problem: `status ${status}`, text: '' }
  return readings(session, createHash('sha1').update(bytes).digest('base64'), () => readPdf(bytes))
}

/** What a document's address serves by now, or another address that is asked for in the same way. */
export const downloadAgain = (
  observer: Observer,
  document: Document,
  url = document.url,
): Promise<Download> => download(observer.session.client, url, document.download.key)

/** The document, null where it is no complete PDF: for what other clauses judge. */
export async function tryDocument(
  observer: Observer,
  slug: string,
  query?: DocumentQuery,
): Promise<Document | null> {
  const fetched = await fetchDocument(observer.session, slug, query)
  return isDocument(fetched) ? fetched : null
}

/** Fetches a document that the clause demands. */
export const documentOf = async (law: Law, slug: string, query?: DocumentQuery): Promise<Document> =>
  complete(law, await fetchDocument(law.session, slug, query))

/** The document, where it is a complete PDF; a violation of the clause else. */
export function complete(law: Law, fetched: Fetched): Document {
  law.success(fetched.answer, 'a success with a pdf_url')
  if (isDocument(fetched)) return fetched
  const { answer: _, ...evidence } = fetched
  throw law.violation(evidence)
}

/** Whether two are makings of one document: by their text where there is any, else by their bytes. */
export function isSameDocument(a: Document, b: Document): boolean {
  if (a.bytes.equals(b.bytes)) return true
  if (a.text.trim() === '' || b.text.trim() === '') return withoutDates(a.bytes) === withoutDates(b.bytes)
  return sameContent(a.text, b.text)
}

/** The clause demands that two documents, which are `same` for what matters, are not. */
export function judgeApart(
  law: Law,
  same: boolean,
  [one, other]: [Document, Document],
  expected: string,
): void {
  law.judge(!same, {
    expected,
    got: `the same document twice: ${other.text.slice(0, 200)}`,
    exchanges: [...one.exchanges, ...other.exchanges],
  })
}
