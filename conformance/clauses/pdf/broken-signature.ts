import { atOnce } from '../../judge/at-once.ts'
import type { Law } from '../../judge/law.ts'
import type { Download } from '../../server/client/download.ts'
import { downloadAgain, servesPdf, type Document } from './document.ts'
import { brokenValues, changeInWords } from './url-changes.ts'
import { withParts, type Part } from './url-parts.ts'

/** A document with one address of the way to it. */
export interface Signed {
  document: Document
  url: string
}

/** A document that an altered URL serves. */
export interface Served {
  /** How the URL was altered. */
  change: string
  download: Download
}

/** The first document that is served though this part of its URL is broken, null where none is. */
export async function firstServed(law: Law, own: Signed, part: Part): Promise<Served | null> {
  const all = await atOnce(brokenValues(part), async (value) => ({
    change: changeInWords(part, value),
    download: await downloadAgain(law, own.document, withParts(own.url, [{ part, value }])),
  }))
  return all.find(({ download }) => servesPdf(download)) ?? null
}
