import Pdf from 'pdfkit'
import { contentOf, type Content } from './content.ts'
import { fontFamily } from './fonts.ts'
import { gathered } from './gathered.ts'
import { closingOf, drawClosing, drawFeet, runningHead } from './layout/closing.ts'
import type { Desk } from './layout/desk.ts'
import { gridOf } from './layout/grid.ts'
import { drawFacts } from './layout/facts.ts'
import { drawHeading } from './layout/heading.ts'
import { drawItems } from './layout/items.ts'
import { drawSums, sumsHeight } from './layout/sums.ts'
import { directionOf, drawableLocale } from './locale.ts'
import { logoOf } from './logo.ts'
import { infoOf, writeXmp } from './metadata.ts'
import { paperFor } from './countries.ts'
import { Sheet } from './sheet.ts'
import { textOf, type DocumentSource } from './source.ts'
import { themeOf } from './theme.ts'

/** Draws a document. In one JavaScript runtime the same source has the same bytes. */
export async function renderDocument(source: DocumentSource): Promise<Buffer> {
  const family = fontFamily(source.template.font_family)
  const locale = drawableLocale(textOf(source.settings.locale), family)
  const theme = themeOf(source.template, locale)
  const content = contentOf(source, locale)
  const doc = openPdf(source, content)
  const bytes = gathered(doc)
  doc.addPage()
  const desk: Desk = { sheet: new Sheet(doc, directionOf(locale)), theme, content }
  const { height, draw } = runningHead(desk)
  Object.assign(desk.sheet, { head: draw, headHeight: height })
  desk.sheet.begin('Document')
  drawHeading(desk, logoOf(source.template))
  drawFacts(desk)
  const grid = gridOf(desk)
  const sums = sumsHeight(desk, grid)
  const closing = closingOf(desk)
  drawItems(desk, grid, [sums + closing.height, sums])
  drawSums(desk, grid)
  drawClosing(desk, closing)
  desk.sheet.end()
  drawFeet(desk)
  doc.end()
  return bytes()
}

function openPdf({ kind, invoice, ...source }: DocumentSource, content: Content): PDFKit.PDFDocument {
  const info = infoOf({ kind, invoice, ...source }, content)
  const addresses = [invoice.billing_address, invoice.shipping_address]
  const buyers = (kind === 'packing_slip' ? addresses.toReversed() : addresses).map((a) => textOf(a?.country))
  const doc = new Pdf({
    pdfVersion: '1.7',
    size: paperFor(buyers, content.locale),
    margin: 0, // the sheet keeps its own; pdfkit's would turn pages by themselves
    autoFirstPage: false,
    font: '', // else pdfkit reads Helvetica for nothing
    bufferPages: true, // "page n of m" is known at the end
    lang: content.locale,
    displayTitle: true,
    tagged: true,
    info,
  })
  writeXmp(doc, info, content.locale)
  return doc
}
