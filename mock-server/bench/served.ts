import { Agent, get } from 'node:http'
import { availableParallelism } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { inTurn, plainPdf, rateOf, type DocumentRate } from '../documents/bench.ts'
import { placedTexts } from '../documents/read-back.ts'

/** Where a mock is, and its key. */
export interface ServedBy {
  base_url: string
  api_key: string
}

/** Measures the documents of a mock with more of them than it keeps, each asked for by HTTP, so many at once that it is never idle. */
export async function measureServed(mock: ServedBy): Promise<DocumentRate> {
  const cores = availableParallelism()
  const urls = await documentsOf(mock)
  const agent = new Agent({ keepAlive: true })
  const fetched = urls.map((url) => download(url, agent))
  const texts = await Promise.all((await Promise.all(fetched)).map(placedTexts))
  let n = 0
  const served = () => download(urls[(n += 1) % urls.length] ?? '', agent)
  const plain = () => plainPdf(texts[(n += 1) % texts.length] ?? [], n)
  const sideBySide = (ms: number) => sum(Array.from({ length: 2 * cores }, () => rateOf(served, ms)))
  const rates = await inTurn(sideBySide, plain)
  agent.destroy()
  return { documents: `over HTTP, on ${cores} cores`, ...rates }
}

const sum = async (rates: Promise<number>[]) =>
  (await Promise.all(rates)).reduce((all, rate) => all + rate, 0)

async function documentsOf({ base_url, api_key }: ServedBy): Promise<string[]> {
  const read = async (path: string) =>
    JSON.parse(await (await fetch(base_url + path, { headers: { 'x-auth-token': api_key } })).text())
  const { invoices }: { invoices: { slug: string }[] } = await read('/invoices?per_page=100')
  const urls: string[] = []
  for (const { slug } of invoices) {
    const { invoice }: { invoice?: { pdf_url: string } } = await read(`/invoices/${slug}/pdf`)
    if (invoice) urls.push(invoice.pdf_url)
  }
  return urls
}

const download = (url: string, agent: Agent): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => buffer(answer).then(resolve, reject)).on('error', reject)
  })
