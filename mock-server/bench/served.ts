import { Agent, get } from 'node:http'
import { availableParallelism } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { inTurn, plainPdf, rateOf, type DocumentRates } from '../documents/bench.ts'
import { placedTexts } from '../documents/read-back.ts'

/** Where a mock is, and its key. */
export interface ServedBy {
  base_url: string
  api_key: string
}

/** Documents of each process. Before them its code is not fully compiled, and a document takes up to twice as long. */
const WARM_UP = 1000

/** Measures the documents of a mock with more of them than it keeps, each asked for by HTTP, so many at once that it is never idle. */
export async function measureServed(mock: ServedBy): Promise<DocumentRates> {
  const cores = availableParallelism()
  const urls = await documentsOf(mock)
  const agent = new Agent({ keepAlive: true })
  const fetched = urls.map((url) => download(url, agent))
  const texts = await Promise.all((await Promise.all(fetched)).map(placedTexts))
  // Each goes round for itself: led on by the other, it would come to those that the mock has just drawn, and still keeps.
  const url = around(urls)
  const pages = around(texts)
  let n = 0
  const served = () => drain(url(), agent)
  const plain = () => plainPdf(pages(), (n += 1))
  const sideBySide = (ms: number) => sum(Array.from({ length: 2 * cores }, () => rateOf(served, ms)))
  for (let drawn = 0; drawn < WARM_UP * cores; drawn += urls.length)
    await Promise.all(urls.map((each) => drain(each, agent)))
  for (let made = 0; made < WARM_UP; made += 1) await plain()
  const rounds = await inTurn(sideBySide, plain)
  agent.destroy()
  return { documents: `over HTTP, on ${cores} cores`, rounds }
}

/** One after the other, and from the first again. */
function around<T>(all: readonly T[]): () => T {
  let n = 0
  // It is one of them.
  return () => all[n++ % all.length] as T
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

/** The same, without keeping what came: the client is not what is measured. */
const drain = (url: string, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} was answered ${answer.statusCode}`))
      answer.resume().on('end', resolve).on('error', reject)
    }).on('error', reject)
  })

const download = (url: string, agent: Agent): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => buffer(answer).then(resolve, reject)).on('error', reject)
  })
