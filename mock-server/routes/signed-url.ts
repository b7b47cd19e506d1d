import { createHmac, timingSafeEqual } from 'node:crypto'

/** Where documents are downloaded, outside the API's base path (question pdf.url_location). */
export const DOWNLOADS = '/documents'

/** Store and document that a signed download URL names. */
export interface Download {
  store: string
  document: number
}

const PATH = /^\/documents\/([^/]+)\/(\d+)\/[^/]+$/
// One way to write it: whatever else stands in the query, the URL is not the one that was signed.
const QUERY = /^expires=(\d{1,15})&signature=([\da-f]{64})$/

/** Path and query of a download: `/documents/rich/17/INV-1001.pdf?expires=…&signature=…`; `expires` in Unix seconds. Clause: pdf.signed. */
export function signDownload(
  { store, document }: Download,
  fileName: string,
  expires: number,
  secret: string,
): string {
  const path = `${DOWNLOADS}/${encodeURIComponent(store)}/${document}/${encodeURIComponent(fileName)}`
  return `${path}?expires=${expires}&signature=${signature(path, expires, secret).toString('hex')}`
}

/** The store that a URL says it is of, which nothing vouches for; empty where it names none. */
export const storeNamed = (url: string): string => /^\/documents\/([a-z0-9-]+)\//.exec(url)?.[1] ?? ''

/** The download of a URL as it came in; null where it was not signed just so, or is over. `now` in milliseconds. Clause: pdf.signed. */
export function verifyDownload(url: string, now: number, secret: string): Download | null {
  const [path = '', query = '', ...rest] = url.split('?')
  const named = PATH.exec(path)
  const signed = QUERY.exec(query)
  if (!named || !signed || rest.length > 0) return null
  const expires = Number(signed[1])
  const genuine = timingSafeEqual(
    signature(path, signed[1] ?? '', secret),
    Buffer.from(signed[2] ?? '', 'hex'),
  )
  if (!genuine || now >= expires * 1000) return null
  return { store: decodeURIComponent(named[1] ?? ''), document: Number(named[2]) }
}

const signature = (path: string, expires: number | string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${path}\n${expires}`).digest()
