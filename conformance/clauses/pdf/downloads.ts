import { atOnce } from '../../judge/at-once.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { shows } from '../../server/pdf/text.ts'
import { download as downloadWith } from '../../server/client/download.ts'
import { PLAIN_DOCUMENTS } from '../../server/client/permissions/rules.ts'
import { perRun } from '../../server/per-run.ts'
import { variedInvoices } from '../create/varied-invoices.ts'
import { hasDocument } from '../documented.ts'
import { complete, fetchDocument, isDocument, pdfUrl, type Document, type Fetched } from './document.ts'
import { invoicesWithDocuments, isOfOrder, type Listed } from './invoices.ts'
import { judgeOwners, owned, type Owned } from './owners.ts'

/** Invoices whose documents are downloaded. */
const MOST = 12

/** Of how many orders' invoices the packing slip comes too. */
const SLIPS = 4

interface Sample {
  invoice: Listed
  isSlip: boolean
  fetched: Fetched
}

const samples = perRun<'sample', Promise<Sample[]>>()

/** The documents of some invoices, fetched once in a run. */
export const sampled = (law: Law): Promise<Sample[]> => samples(law.session, 'sample', () => fetchAll(law))

async function fetchAll(law: Law): Promise<Sample[]> {
  const allowed = law.allows('documents')
  const invoices = await invoicesWithDocuments(law, allowed ? MOST : PLAIN_DOCUMENTS)
  if (invoices.length === 0) law.noInvoice()
  const documents = await atOnce(invoices, async (invoice) => {
    const fetched = await fetchDocument(law.session, invoice.slug)
    return { invoice, isSlip: false, fetched }
  })
  const slips = await atOnce(invoices.filter(isOfOrder).slice(0, allowed ? SLIPS : 0), async (invoice) => {
    const fetched = await fetchDocument(law.session, invoice.slug, { packing_slip: true })
    return { invoice, isSlip: true, fetched }
  })
  return [...documents, ...slips]
}

interface Good {
  invoice: Listed
  document: Document
  isSlip: boolean
}

/** Those of them that are whole. */
const goodOnes = async (law: Law): Promise<Good[]> =>
  (await sampled(law)).flatMap(({ fetched, ...sample }) =>
    isDocument(fetched) ? { ...sample, document: fetched } : [],
  )

/** Each document is whole, and none is another invoice's. */
const download = check('pdf.download', {
  name: 'documents of invoices',
  async run(law) {
    for (const { fetched } of await sampled(law)) {
      complete(law, fetched)
      law.pass()
    }
    for (const isSlip of [false, true]) judgeOwners(law, await ownedSample(law, isSlip))
    for (const fetched of await importedDocuments(law)) complete(law, fetched)
  },
})

/** How many invoices of imported orders are looked at. */
const IMPORTED = 2

/** Whether an order that the platform imported has a document is open; one that the server has an address for is there. */
async function importedDocuments({ store, session }: Law): Promise<Fetched[]> {
  if (!session.target.allow.has('documents')) return []
  const imported = (await store.invoices()).items.filter((item) => !hasDocument(item)).slice(0, IMPORTED)
  const fetched = await atOnce(imported, ({ slug }) => fetchDocument(session, slug))
  return fetched.filter(({ answer }) => pdfUrl(answer) !== null)
}

/** The whole documents of one kind with their invoices. */
async function ownedSample(law: Law, isSlip: boolean): Promise<Owned[]> {
  const documents = (await goodOnes(law)).filter((one) => one.isSlip === isSlip)
  const found = documents.map(({ invoice, document }) => owned(law, invoice.slug, document))
  return (await Promise.all(found)).flat()
}

/** What is made at once is not mixed up. */
export const documentsMadeAtOnce = check('pdf.shows-invoice', {
  name: 'documents of invoices that were created at once',
  needs: ['orders', 'pdf'],
  async run(law) {
    const made = (await variedInvoices(law)).filter(({ fresh }) => fresh).slice(-MOST)
    const documents = await atOnce(made, async ({ invoice: { slug } }) => {
      const fetched = await fetchDocument(law.session, slug)
      return isDocument(fetched) && fetched.text.trim() !== '' ? owned(law, slug, fetched) : []
    })
    if (documents.flat().length < 2)
      law.notExercised('no two invoices that were created at once have documents whose text can be read')
    judgeOwners(law, documents.flat())
  },
})

/** The address alone serves it. */
const withoutKey = check('pdf.download-without-key', {
  name: 'documents without the API key',
  async run(law) {
    const served = await goodOnes(law)
    if (served.length === 0) law.notExercised('no document could be downloaded at all')
    for (const { document } of served)
      law.judge(document.download.key === 'none', {
        expected: 'the document without X-Auth-Token',
        got: 'the document with X-Auth-Token alone',
        exchanges: document.exchanges,
      })
  },
})

/** The number stands on the document; of a packing slip only that it is no other order's. */
const showsInvoice = check('pdf.shows-invoice', {
  name: 'documents show their invoice',
  async run(law) {
    const lettered = (await goodOnes(law)).filter(({ document }) => document.text.trim() !== '')
    if (lettered.length === 0) law.notExercised('the documents hold no text that can be read')
    for (const { invoice, document } of lettered.filter(({ isSlip }) => !isSlip))
      law.judge(showsNumber(document.text, invoice.number), {
        expected: `the number ${invoice.number} in the text`,
        got: document.text.slice(0, 300),
        exchanges: document.exchanges,
      })
    judgeOwners(law, await ownedSample(law, true))
  },
})

/** Between letters of another direction the parts of a number may come in another order. */
const showsNumber = (text: string, number: string) =>
  shows(text, number) || (number.match(/[\p{L}\p{N}]+/gu) ?? ['']).every((part) => shows(text, part))

/** Sent where a server dates no document. */
const LONG_AGO = 'Thu, 01 Jan 2026 00:00:00 GMT'

/** As browsers and readers ask for what they have, or for a part of it: what is answered then is not said, but it is no 5xx. */
const revisited = check('http.no-server-error', {
  name: 'a document downloaded again by whoever has it, or wants a part',
  async run(law: Law) {
    const [first] = await goodOnes(law)
    if (!first) law.notExercised('no document could be downloaded at all')
    const { url, download: served } = first.document
    const { etag, 'last-modified': date } = served.exchanges.at(-1)?.response.headers ?? {}
    const has = [{ 'if-none-match': etag ?? '*' }, { 'if-modified-since': date ?? LONG_AGO }]
    for (const headers of [...has, { range: 'bytes=0-99' }, { range: 'bytes=999999999-' }])
      await downloadWith(law.session.client, url, served.key, headers)
  },
})

export const pdfDownloads: readonly Check[] = [download, withoutKey, showsInvoice, revisited]
