import { renderDocument } from './render.ts'
import type { DocumentSource } from './source.ts'

// Runs in the child processes of DrawingPool.

/** Draws a document. */
export const perform = (source: DocumentSource): Promise<Buffer> => renderDocument(source)
