import type { Check } from '../../judge/check.ts'
import type { Trial } from '../../judge/trial.ts'
import { shows } from '../../server/pdf/text.ts'
import { complete, fetchDocument, type Fetched } from './document.ts'
import { invoicesWithDocuments, type Listed } from './invoices.ts'
import { observeUrl } from './url-observations.ts'
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

const downloads = new WeakMap<Trial['session'], Promise<Sample[]>>()

/** The documents of some invoices, fetched once in a run. */
function sampled(trial: Trial): Promise<Sample[]> {
  const known = downloads.get(trial.session) ?? fetchAll(trial)
  downloads.set(trial.session, known)
  return known
}

async function fetchAll(trial: Trial): Promise<Sample[]> {
  const sample: Sample[] = []
  const invoices = await invoicesWithDocuments(trial, MOST)
  const orders = invoices.filter(({ invoice_type }) => invoice_type === 'invoice').slice(0, SLIPS)
  for (const invoice of invoices)
    sample.push({ invoice, isSlip: false, fetched: await fetchDocument(trial.session, invoice.slug) })
  for (const invoice of orders)
    sample.push({
      invoice,
      isSlip: true,
      fetched: await fetchDocument(trial.session, invoice.slug, { packing_slip: true }),
    })
  if (sample.length === 0) trial.notExercised('the store has no invoice')
  return sample
}

/** pdf.download: each document is whole, and none is another invoice's. */
const download: Check = {
  name: 'documents of invoices',
  clauses: ['pdf.download'],
  async run(trial) {
    for (const { fetched } of await sampled(trial)) {
      complete(trial, 'pdf.download', fetched)
      trial.pass('pdf.download')
      observeUrl(trial.session, fetched)
    }
    for (const isSlip of [false, true]) judgeOwners(trial, 'pdf.download', await ownedSample(trial, isSlip))
  },
}

/** The whole documents of one kind with their invoices. */
async function ownedSample(trial: Trial, isSlip: boolean): Promise<Owned[]> {
  const good = (await sampled(trial)).filter(
    ({ fetched, ...sample }) => sample.isSlip === isSlip && fetched.pdf.problem === null,
  )
  const documents = good.map(({ invoice, fetched }) =>
    owned(trial, invoice.slug, complete(trial, 'pdf.download', fetched)),
  )
  return (await Promise.all(documents)).flat()
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

/** pdf.shows-invoice: the number stands on the document; of a packing slip only that it is no other order's. */
const showsInvoice: Check = {
  name: 'documents show their invoice',
  clauses: ['pdf.shows-invoice'],
  async run(trial) {
    const lettered = (await sampled(trial)).filter(({ fetched }) => fetched.pdf.text.trim() !== '')
    if (lettered.length === 0) trial.notExercised('the documents hold no text that can be read')
    for (const { invoice, fetched } of lettered.filter(({ isSlip }) => !isSlip)) {
      trial.judge('pdf.shows-invoice', showsNumber(fetched.pdf.text, invoice.number), {
        expected: `the number ${invoice.number} in the text`,
        got: fetched.pdf.text.slice(0, 300),
        exchanges: [fetched.answer, ...fetched.download!.exchanges],
      })
    }
    judgeOwners(trial, 'pdf.shows-invoice', await ownedSample(trial, true))
  },
}

/** Between letters of another direction the parts of a number may come in another order. */
const showsNumber = (text: string, number: string) =>
  shows(text, number) || (number.match(/[\p{L}\p{N}]+/gu) ?? ['']).every((part) => shows(text, part))

export const pdfDownloads: readonly Check[] = [download, withoutKey, showsInvoice]
