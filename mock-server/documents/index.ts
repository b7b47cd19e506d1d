import { DrawingPool } from './drawing-pool.ts'
import type { DocumentSource } from './source.ts'

export type { DocumentSource } from './source.ts'
export { DrawingStopped } from './drawing-stopped.ts'
export { contentDisposition, documentFileName } from './file-name.ts'

const pool = new DrawingPool()

/**
 * Draws a document as PDF. Equal sources have equal bytes at any time, on any machine with the same JavaScript runtime.
 * Another runtime may compress differently (22,834 bytes in Node.js, 22,835 in Deno). Missing or odd data is drawn as
 * well as it can be; nothing is fetched. Other requests are answered meanwhile.
 * Clauses: pdf.download, pdf.shows-invoice, pdf.template-used, pdf.packing-slip.
 * @throws DrawingStopped if it takes too much time or memory, or no process can be started
 */
export const renderDocument = (source: DocumentSource): Promise<Buffer> => pool.draw(source)

/** Keeps the first process that draws documents. */
export const keepDrawing = (): void => pool.keep()

/** Draws a document that nobody waits for. */
export const drawSample = async (source: DocumentSource): Promise<void> =>
  void (await pool.drawSample(source))
