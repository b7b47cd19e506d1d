import type { DocumentSource } from './source.ts'

export type { DocumentSource } from './source.ts'
export { contentDisposition, documentFileName } from './file-name.ts'

/**
 * Draws a document as PDF: same source, same bytes, on any machine and at any time. Missing or odd data is drawn as
 * well as it can be; nothing is fetched. Clauses: pdf.download, pdf.shows-invoice, pdf.template-used, pdf.packing-slip.
 */
export async function renderDocument(source: DocumentSource): Promise<Buffer> {
  // pdfkit and the fonts take longer to load than all the rest of the mock; most of its starts draw nothing.
  const drawing = await import('./render.ts')
  return drawing.renderDocument(source)
}
