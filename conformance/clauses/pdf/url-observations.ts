import { observation } from '../../judge/check.ts'
import type { Observer } from '../../judge/observer.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { AnswerTo } from '../../server/learn/answers.ts'
import { downloadAgain, pdfUrl, servesPdf, tryDocument, type Document } from './document.ts'
import { invoicesWithDocuments } from './invoices.ts'
import { altered } from './url-changes.ts'
import { partsOf, signatureCandidates, withParts } from './url-parts.ts'

/** Where documents are downloaded, for how long, and what an altered URL is answered. */
export const urlObservations = observation(
  ['pdf.url_location', 'pdf.url_expiry', 'pdf.url_lifetime', 'pdf.bad_signature'],
  {
    name: 'a download URL, and one that was altered',
    needs: ['pdf'],
    permissions: ['documents'],
    async run(observer: Observer) {
      const [first, second] = await invoicesWithDocuments(observer, 2)
      if (!first) observer.noInvoice()
      const document = await tryDocument(observer, first.slug)
      if (!document) observer.notExercised('its document cannot be downloaded')
      observeUrl(observer, document)
      const peer = second ? await observer.call('readInvoicePdf', { params: { slug: second.slug } }) : null
      await observeRefusal(observer, document, peer && pdfUrl(peer))
    },
  },
)

/** Parts that sign differ between two documents; the first that is missed when it is altered is one. */
async function observeRefusal(observer: Observer, own: Document, peer: string | null): Promise<void> {
  for (const [hop, url] of own.download.urls.entries()) {
    const theirs = hop === 0 && peer !== null ? partsOf(peer) : null
    for (const part of signatureCandidates(partsOf(url), theirs, []).parts) {
      const value = altered(part.value, 0.5)
      const served = await downloadAgain(observer, own, withParts(url, [{ part, value }]))
      if (!servesPdf(served) && served.status >= 400)
        return observer.observe('pdf.bad_signature', served.status, ...served.exchanges)
    }
  }
  observer.unobserved('pdf.bad_signature', 'no altered download URL was refused')
}

/** What a download URL shows of pdf.url_location, pdf.url_expiry and pdf.url_lifetime. */
function observeUrl(observer: Observer, { answer, url, download, exchanges }: Document): void {
  const location = download.urls.length > 1 ? 'redirect' : locationOf(url, observer.target.base_url)
  observer.observe('pdf.url_location', location, ...exchanges)
  const lifetime = lifetimeOf(url, answer)
  if (lifetime === null)
    return observer.unobserved(
      'pdf.url_lifetime',
      'the download URL does not say in a way that is known until when it holds',
    )
  observer.observe('pdf.url_expiry', true, answer)
  observer.observe('pdf.url_lifetime', lifetime, answer)
}

function locationOf(url: string, base_url: string): AnswerTo<'pdf.url_location'> {
  if (new URL(url).origin !== new URL(base_url).origin) return 'another_host'
  return url.startsWith(`${base_url}/`) ? 'below_base_path' : 'own_host_outside_base_path'
}

const EXPIRES = /expir|^exp$|^e$|^se$|valid|until/i
/** A time in Unix seconds, up to ten years ahead. */
const TEN_YEARS = 10 * 365 * 86_400

/** Seconds that the URL says it holds, as far as it says so in a way that we can read. */
function lifetimeOf(url: string, answer: Exchange): number | null {
  const now = (Date.parse(answer.response.headers['date'] ?? '') || answer.started_at) / 1000
  const { searchParams, pathname } = new URL(url)
  const told = [...searchParams].filter(([name]) => EXPIRES.test(name)).map(([, value]) => value)
  for (const text of [...told, ...pathname.split('/')]) {
    const left = Number(text) - now
    if (/^\d{10}$/.test(text) && left > 0 && left < TEN_YEARS) return rounded(left)
  }
  const relative = searchParams.get('X-Amz-Expires')
  return relative !== null && /^\d+$/.test(relative) ? Number(relative) : null
}

/** Two seconds may have passed, or have been added, since the URL was made. */
function rounded(seconds: number): number {
  const tens = Math.round(seconds / 10) * 10
  return Math.abs(seconds - tens) <= 2 && tens > 0 ? tens : Math.max(1, Math.round(seconds))
}
