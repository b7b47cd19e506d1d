import { atOnce } from '../../judge/at-once.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { download, isOwnOrigin, type Download } from '../../server/client/download.ts'
import { sameContent } from '../../server/pdf/text.ts'
import { downloadAgain, readOnce, servesPdf, tryDocument, type Document } from './document.ts'
import { twoInvoices, type Listed } from './invoices.ts'
import { firstServed, type Served, type Signed } from './broken-signature.ts'
import { changeInWords, otherValues } from './url-changes.ts'
import {
  counterpart,
  partsOf,
  signatureCandidates,
  withParts,
  type Candidates,
  type Part,
} from './url-parts.ts'

/**
 * A URL whose signature is removed or altered serves nothing; altered elsewhere, or joined with another document's, it
 * serves at most its own document.
 */
const signed = check('pdf.signed', {
  name: 'altered download URLs',
  permissions: ['documents'],
  async run(law) {
    const [first, second] = await twoInvoices(law)
    if (!first) return law.noInvoice()
    const own = await tryDocument(law, first.slug)
    if (!own) return law.notExercised('its document cannot be downloaded')
    const [other, slip, styled] = await Promise.all([
      second && tryDocument(law, second.slug),
      tryDocument(law, first.slug, { packing_slip: true }),
      byTemplate(law, first),
    ])
    const peers = [other, slip, styled].filter((document) => !!document)
    await judgeDocument(law, own, peers, knownTexts(first))
    if (slip) await judgeDocument(law, slip, [own], knownTexts(first))
  },
})

/** The document by another template than the store's first. */
async function byTemplate(law: Law, { slug }: Listed): Promise<Document | null> {
  const template = (await law.store.lastingTemplates('invoice')).at(-1)
  return template ? tryDocument(law, slug, { template_id: template.id }) : null
}

/** What the API itself tells of an invoice keeps nothing secret. */
const knownTexts = ({ slug, number }: Listed) => [slug, number].map((text) => text.toLowerCase())

/** The way to a document may lead over several addresses: the one that is signed is judged, or all of them. */
async function judgeDocument(
  law: Law,
  own: Document,
  others: readonly Document[],
  known: string[],
): Promise<void> {
  let judged = 0
  for (const [hop, url] of own.download.urls.entries()) {
    const peers = others.flatMap((document) => {
      const theirs = document.download.urls[hop]
      return theirs === undefined || theirs === url ? [] : [{ document, url: theirs }]
    })
    const candidates = signatureCandidates(partsOf(url), peers[0] ? partsOf(peers[0].url) : null, known)
    if (candidates.parts.length === 0 || (judged > 0 && !candidates.sure)) continue
    await judgeUrl(law, { document: own, url }, peers, candidates)
    judged++
  }
  law.judge(judged > 0, {
    message: 'nothing in the download URL can be a signature',
    expected: 'a signed download URL',
    got: own.url,
    exchanges: own.exchanges,
  })
}

async function judgeUrl(
  law: Law,
  own: Signed,
  peers: readonly Signed[],
  candidates: Candidates,
): Promise<void> {
  const signature = await judgeSignature(law, own, candidates)
  await judgeBesideKey(law, own, signature)
  const changes = partsOf(own.url)
    .filter((part) => !isAmong(part, signature))
    .flatMap((part) => otherValues(part).map((value) => ({ part, value })))
  await atOnce(changes, (change) =>
    judgeAtMost(law, own, withParts(own.url, [change]), changeInWords(change.part, change.value)),
  )
  await atOnce(peers, async (peer) => {
    await judgeSwaps(law, own, peer, signature)
    await judgeSwaps(law, peer, own, signature)
  })
  if (!servesPdf(await downloadAgain(law, own.document, own.url)))
    law.missing('the download URL itself did not hold long enough to be judged')
}

const isAmong = ({ where, name }: Part, parts: readonly Part[]) =>
  parts.some((part) => part.where === where && part.name === name)

/** Alters each candidate in each way; returns those that the document hangs on. */
async function judgeSignature(law: Law, own: Signed, { parts, sure }: Candidates): Promise<Part[]> {
  const signature: Part[] = []
  let loose: Served | null = null
  for (const part of parts) {
    const served = await firstServed(law, own, part)
    if (served) loose ??= served
    else signature.push(part)
  }
  law.judge(loose === null || (!sure && signature.length > 0), {
    message: loose ? `a document is served though ${loose.change}` : 'the signature is not verified',
    expected: 'no document',
    got: `a document of ${loose?.download.bytes.length} bytes`,
    exchanges: [...own.document.exchanges, ...(loose?.download.exchanges ?? [])],
  })
  return signature
}

/** Another store's key lets nobody in who has no signature. It is sent where the API lies alone. */
async function judgeBesideKey(law: Law, own: Signed, signature: readonly Part[]): Promise<void> {
  const { client, target } = law.session
  if (!target.other_store_api_key || !isOwnOrigin(client, own.url)) return
  for (const part of signature) {
    const served = await download(client, withParts(own.url, [{ part, value: null }]), 'other_store')
    law.judge(!servesPdf(served), {
      message: `the signature (${part.name}) was left out, and the key of another store sent along`,
      expected: 'no document',
      got: `a document of ${served.bytes.length} bytes`,
      exchanges: [...own.document.exchanges, ...served.exchanges],
    })
  }
}

/** The parts of two URLs mixed: whose signature it is, that document may come. */
async function judgeSwaps(law: Law, own: Signed, peer: Signed, signature: readonly Part[]): Promise<void> {
  const urls = mixedUrls(own.url, peer.url, signature).filter((url) => url !== own.url && url !== peer.url)
  await atOnce(new Set(urls), (url) =>
    judgeAtMost(law, own, url, "parts of it are those of another document's", peer),
  )
}

/** With the one's signature: the other's parts all together and one by one, and the other URL. */
function mixedUrls(own: string, peer: string, signature: readonly Part[]): string[] {
  const parts = partsOf(own)
  const theirs = partsOf(peer)
  const differing = parts.flatMap((part) => {
    const other = counterpart(part, theirs)
    const isMixable = other && other.value !== part.value && !isAmong(part, signature)
    return isMixable ? [{ part, value: other.value }] : []
  })
  const signatures = theirs.flatMap((part) => {
    const mine = isAmong(part, signature) ? counterpart(part, parts) : undefined
    return mine ? [{ part, value: mine.value }] : []
  })
  const mixed = [...(differing.length > 1 ? [differing] : []), ...differing.map((one) => [one])]
  return [...mixed.map((changes) => withParts(own, changes)), withParts(peer, signatures)]
}

/** The altered URL serves nothing, or the document whose signature it carries. */
async function judgeAtMost(law: Law, own: Signed, url: string, what: string, peer?: Signed): Promise<void> {
  const served = await downloadAgain(law, own.document, url)
  const isForeign = servesPdf(served) && !(await isDocument(law, served, own, peer?.document))
  law.judge(!isForeign, {
    message: `a download URL serves another document though ${what}`,
    expected: 'no document, or the one that the URL was signed for',
    got: `a document of ${served.bytes.length} bytes`,
    exchanges: [...own.document.exchanges, ...served.exchanges],
  })
}

/** Whether bytes can be the document, as it was or as its URL serves it now; doubt counts for it. */
async function isDocument(law: Law, served: Download, own: Signed, peer?: Document): Promise<boolean> {
  if (await looksLike(law, served, own.document, peer)) return true
  const now = await downloadAgain(law, own.document, own.url)
  if (!servesPdf(now)) return true
  const { text } = await readOnce(law.session, now)
  return looksLike(law, served, { bytes: now.bytes, text }, peer)
}

async function looksLike(
  law: Law,
  served: Download,
  own: Pick<Document, 'bytes' | 'text'>,
  peer?: Document,
): Promise<boolean> {
  if (served.bytes.equals(own.bytes)) return true
  if (peer && served.bytes.equals(peer.bytes)) return false
  const { text } = await readOnce(law.session, served)
  return text.trim() === '' || own.text.trim() === '' || sameContent(text, own.text)
}

export const pdfSigned: readonly Check[] = [signed]
