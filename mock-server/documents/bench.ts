import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { create, type Font } from 'fontkit'
import Pdf from 'pdfkit'
import { placedTexts, type PlacedText } from './read-back.ts'
import { renderDocument } from './render.ts'
import { manyLines, sampleSource } from './sample-sources.ts'
import type { DocumentSource } from './source.ts'

const ROUNDS = 9
const ROUND_MS = 400
const WARM_UP_MS = 2000

/** Documents per second beside pdfkit alone in one thread, which sets the same texts at the same places in one shared font. */
export interface DocumentRates {
  documents: string
  rounds: readonly Rates[]
}

/** What was made in a second of one round. */
export interface Rates {
  perSecond: number
  plainPerSecond: number
}

/** Measures documents of one page and of 200 lines, one after the other in one thread. */
export const measureDocuments = async (): Promise<DocumentRates[]> => [await measure(5), await measure(200)]

async function measure(lines: number): Promise<DocumentRates> {
  let n = 0
  const ours = () => renderDocument(numbered(lines, (n += 1)))
  const pages = await placedTexts(await ours())
  const plain = () => plainPdf(pages, (n += 1))
  const documents = `${lines} lines, ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}`
  return { documents, rounds: await inTurn((ms) => rateOf(ours, ms), plain) }
}

/** They take turns, so that what else the machine does falls on both; the first turns warm up. */
export async function inTurn(
  ours: (ms: number) => Promise<number>,
  plain: () => Promise<unknown>,
): Promise<Rates[]> {
  await ours(WARM_UP_MS)
  await rateOf(plain, WARM_UP_MS)
  const rounds: Rates[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ perSecond: await ours(ROUND_MS), plainPerSecond: await rateOf(plain, ROUND_MS) })
  return rounds
}

/** How often a second something is made, one after the other. */
export async function rateOf(make: () => Promise<unknown>, ms: number): Promise<number> {
  const start = performance.now()
  let done = 0
  for (; performance.now() - start < ms; done += 1) await make()
  return (done / (performance.now() - start)) * 1000
}

/** Each document is another, as in a shop. */
const numbered = (lines: number, n: number): DocumentSource =>
  sampleSource({ invoice: { number: String(n), line_items: manyLines(lines) } })

const SHARED_FONT = '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'

// Parsed for itself: the fonts of the documents have been changed.
function parseFont(): Font {
  const opened = create(readFileSync(createRequire(import.meta.url).resolve(SHARED_FONT)))
  const font = 'fonts' in opened ? opened.fonts[0] : opened
  if (!font) throw new Error(`${SHARED_FONT} holds no font`)
  return font
}

let shared: Font | undefined

/** The texts of pages, written by pdfkit alone; `n` tells documents of the same texts apart. */
export async function plainPdf(pages: readonly PlacedText[][], n: number): Promise<Buffer> {
  shared ??= parseFont()
  const doc = new Pdf({ size: 'A4', margin: 0, font: '', autoFirstPage: false })
  doc.registerFont('shared', shared).font('shared')
  for (const texts of pages) {
    doc.addPage().fontSize(8).text(`Document ${n}`, 48, 20, { lineBreak: false })
    for (const { text, x, y, size } of texts) {
      doc.fontSize(size).text(text, x, doc.page.height - y, { lineBreak: false, baseline: 'alphabetic' })
    }
  }
  const bytes = buffer(doc)
  doc.end()
  return bytes
}
