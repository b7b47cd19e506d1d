import type { Law } from '../../judge/law.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { AnswerTo } from '../../server/learn/answers.ts'
import type { Document } from './document.ts'

/** What a download URL shows of pdf.url_location, pdf.url_expiry and pdf.url_lifetime. */
export function observeUrl(law: Law, { answer, url, download, exchanges }: Document): void {
  const location = download.urls.length > 1 ? 'redirect' : locationOf(url, law.target.base_url)
  law.observe('pdf.url_location', location, ...exchanges)
  const lifetime = lifetimeOf(url, answer)
  if (lifetime === null) return
  law.observe('pdf.url_expiry', true, answer)
  law.observe('pdf.url_lifetime', lifetime, answer)
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
