import type { Check } from '../../check.ts'
import type { Trial } from '../../judge/trial.ts'
import { shows } from '../../pdf/text.ts'
import { complete, fetchDocument, type Fetched } from './document.ts'
import { invoicesWithDocuments, type Listed } from './invoices.ts'
import { observeUrl } from './url-observations.ts'
import { judgeOwners, owned, type Owned } from './owners.ts'

/** Invoices whose documents are downloaded. */
const MOST = 12

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
    const documents: Owned[] = []
    for (const { invoice, fetched } of await sampled(trial)) {
      const document = complete(trial, 'pdf.download', fetched)
      trial.pass('pdf.download')
      observeUrl(trial.session, fetched)
      documents.push(...(await owned(trial, invoice.slug, document)))
    }
    judgeOwners(trial, 'pdf.download', documents)
  },
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
