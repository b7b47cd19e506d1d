import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
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

const downloads = new WeakMap<Law['session'], Promise<Sample[]>>()

/** The documents of some invoices, fetched once in a run. */
function sampled(law: Law): Promise<Sample[]> {
  const known = downloads.get(law.session) ?? fetchAll(law)
  downloads.set(law.session, known)
  return known
}

async function fetchAll(law: Law): Promise<Sample[]> {
  const sample: Sample[] = []
  const invoices = await invoicesWithDocuments(law, MOST)
  const orders = invoices.filter(({ invoice_type }) => invoice_type === 'invoice').slice(0, SLIPS)
  for (const invoice of invoices)
    sample.push({ invoice, isSlip: false, fetched: await fetchDocument(law.session, invoice.slug) })
  for (const invoice of orders)
    sample.push({
      invoice,
      isSlip: true,
      fetched: await fetchDocument(law.session, invoice.slug, { packing_slip: true }),
    })
  if (sample.length === 0) law.notExercised('the store has no invoice')
  return sample
}

/** pdf.download: each document is whole, and none is another invoice's. */
const download = check('pdf.download', {
  name: 'documents of invoices',
  async run(law) {
    for (const { fetched } of await sampled(law)) {
      complete(law, 'pdf.download', fetched)
      law.of('pdf.download').pass()
      observeUrl(law.session, fetched)
    }
    for (const isSlip of [false, true]) judgeOwners(law, 'pdf.download', await ownedSample(law, isSlip))
  },
})

/** The whole documents of one kind with their invoices. */
async function ownedSample(law: Law, isSlip: boolean): Promise<Owned[]> {
  const good = (await sampled(law)).filter(
    ({ fetched, ...sample }) => sample.isSlip === isSlip && fetched.pdf.problem === null,
  )
  const documents = good.map(({ invoice, fetched }) =>
    owned(law, invoice.slug, complete(law, 'pdf.download', fetched)),
  )
  return (await Promise.all(documents)).flat()
}

/** pdf.download-without-key: the address alone serves it. */
const withoutKey = check('pdf.download-without-key', {
  name: 'documents without the API key',
  async run(law) {
    const served = (await sampled(law)).filter(({ fetched }) => fetched.pdf.problem === null)
    if (served.length === 0) law.notExercised('no document could be downloaded at all')
    for (const { fetched } of served) {
      law.of('pdf.download-without-key').judge(!fetched.download!.with_key, {
        expected: 'the document without X-Auth-Token',
        got: 'the document with X-Auth-Token alone',
        exchanges: [fetched.answer, ...fetched.download!.exchanges],
      })
    }
  },
})

/** pdf.shows-invoice: the number stands on the document; of a packing slip only that it is no other order's. */
const showsInvoice = check('pdf.shows-invoice', {
  name: 'documents show their invoice',
  async run(law) {
    const lettered = (await sampled(law)).filter(({ fetched }) => fetched.pdf.text.trim() !== '')
    if (lettered.length === 0) law.notExercised('the documents hold no text that can be read')
    for (const { invoice, fetched } of lettered.filter(({ isSlip }) => !isSlip)) {
      law.of('pdf.shows-invoice').judge(showsNumber(fetched.pdf.text, invoice.number), {
        expected: `the number ${invoice.number} in the text`,
        got: fetched.pdf.text.slice(0, 300),
        exchanges: [fetched.answer, ...fetched.download!.exchanges],
      })
    }
    judgeOwners(law, 'pdf.shows-invoice', await ownedSample(law, true))
  },
})

/** Between letters of another direction the parts of a number may come in another order. */
const showsNumber = (text: string, number: string) =>
  shows(text, number) || (number.match(/[\p{L}\p{N}]+/gu) ?? ['']).every((part) => shows(text, part))

export const pdfDownloads: readonly Check[] = [download, withoutKey, showsInvoice]
