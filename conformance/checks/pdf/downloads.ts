import type { InvoiceDetail } from '../../../schemas/types.ts'
import type { Check } from '../../check.ts'
import { isObject, member } from '../../client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { shows } from '../../pdf/text.ts'
import { complete, fetchDocument, type Document, type Fetched } from './document.ts'
import { invoicesWithDocuments, type Listed } from './invoices.ts'
import { observeUrl } from './url-observations.ts'
import { ownWords } from './own-words.ts'

/** Invoices whose documents are downloaded. */
const MOST = 6
/** Words that tell two invoices apart. */
const ENOUGH = 3

const downloads = new WeakMap<Trial['session'], Promise<{ invoice: Listed; fetched: Fetched }[]>>()

/** The documents of some invoices, fetched once in a run. */
function sampled(trial: Trial): Promise<{ invoice: Listed; fetched: Fetched }[]> {
  const known = downloads.get(trial.session) ?? fetchAll(trial)
  downloads.set(trial.session, known)
  return known
}

async function fetchAll(trial: Trial): Promise<{ invoice: Listed; fetched: Fetched }[]> {
  const sample = []
  for (const invoice of await invoicesWithDocuments(trial, MOST))
    sample.push({ invoice, fetched: await fetchDocument(trial.session, invoice.slug) })
  if (sample.length === 0) trial.notExercised('the store has no invoice')
  return sample
}

/** pdf.download: each document is whole, and none is another invoice's. */
const download: Check = {
  name: 'documents of invoices',
  clauses: ['pdf.download'],
  async run(trial) {
    const documents: Known[] = []
    for (const { invoice, fetched } of await sampled(trial)) {
      const document = complete(trial, 'pdf.download', fetched)
      trial.pass('pdf.download')
      observeUrl(trial.session, fetched)
      const detail = member(await trial.call('readInvoice', { params: { slug: invoice.slug } }), 'invoice')
      if (isObject(detail)) documents.push({ document, detail: detail as unknown as InvoiceDetail })
    }
    for (const mine of documents)
      for (const other of documents) if (mine !== other) judgeOwner(trial, mine, other)
  },
}

interface Known {
  document: Document
  detail: InvoiceDetail
}

/** A document of words that only the other invoice has, and none of its own, is the other's. */
function judgeOwner(trial: Trial, mine: Known, other: Known): void {
  const [own, foreign] = [ownWords(mine.detail, other.detail), ownWords(other.detail, mine.detail)]
  if (own.length < ENOUGH || foreign.length < ENOUGH) return
  const { text, bytes } = mine.document
  const said = foreign.filter((word) => shows(text, word))
  const isForeign = said.length >= ENOUGH && !own.some((word) => shows(text, word))
  trial.judge('pdf.download', !isForeign && !bytes.equals(other.document.bytes), {
    message: `the document of ${mine.detail.number} is that of ${other.detail.number}`,
    expected: `a document of invoice ${mine.detail.number}`,
    got: isForeign ? `one that says ${said.slice(0, 5).join(', ')}` : 'the same bytes',
    exchanges: [...mine.document.exchanges, ...other.document.exchanges],
  })
}

/** pdf.download-without-key: the address alone serves it. */
const withoutKey: Check = {
  name: 'documents without the API key',
  clauses: ['pdf.download-without-key'],
  async run(trial) {
    const served = (await sampled(trial)).filter(({ fetched }) => fetched.pdf.problem === null)
    if (served.length === 0) trial.notExercised('no document could be downloaded at all')
    for (const { fetched } of served) {
      trial.judge('pdf.download-without-key', !fetched.download!.with_key, {
        expected: 'the document without X-Auth-Token',
        got: 'the document with X-Auth-Token alone',
        exchanges: [fetched.answer, ...fetched.download!.exchanges],
      })
    }
  },
}

/** pdf.shows-invoice: the number stands on the document. */
const showsInvoice: Check = {
  name: 'documents show their invoice',
  clauses: ['pdf.shows-invoice'],
  async run(trial) {
    const lettered = (await sampled(trial)).filter(({ fetched }) => fetched.pdf.text.trim() !== '')
    if (lettered.length === 0) trial.notExercised('the documents hold no text that can be read')
    for (const { invoice, fetched } of lettered) {
      trial.judge('pdf.shows-invoice', showsNumber(fetched.pdf.text, invoice.number), {
        expected: `the number ${invoice.number} in the text`,
        got: fetched.pdf.text.slice(0, 300),
        exchanges: [fetched.answer, ...fetched.download!.exchanges],
      })
    }
  },
}

/** Between letters of another direction the parts of a number may come in another order. */
const showsNumber = (text: string, number: string) =>
  shows(text, number) || (number.match(/[\p{L}\p{N}]+/gu) ?? ['']).every((part) => shows(text, part))

export const pdfDownloads: readonly Check[] = [download, withoutKey, showsInvoice]
