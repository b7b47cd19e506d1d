import { DrawingThreads } from './drawing-threads.ts'
import type { DocumentSource } from './source.ts'

export type { DocumentSource } from './source.ts'
export { DrawingStopped } from './drawing-thread.ts'
export { contentDisposition, documentFileName } from './file-name.ts'

const threads = new DrawingThreads()

/**
 * Draws a document as PDF: same source, same bytes, on any machine and at any time. Missing or odd data is drawn as
 * well as it can be; nothing is fetched. Other requests are answered meanwhile.
 * Clauses: pdf.download, pdf.shows-invoice, pdf.template-used, pdf.packing-slip.
 * @throws DrawingStopped when it takes too much time or memory
 */
export const renderDocument = (source: DocumentSource): Promise<Buffer> => threads.draw(source)

/** Has what draws documents stay, once it has started. */
export const keepDrawing = (): void => threads.keep()

/** Draws a document that nobody waits for. */
export const drawSample = async (source: DocumentSource): Promise<void> =>
  void (await threads.drawSample(source))
