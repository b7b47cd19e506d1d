import { parsedPdf, type ReadPdf } from './parsed-pdf.ts'

// Runs in the child process of read-pdf.ts.

/** Reads a PDF. */
export const perform = (bytes: Uint8Array): Promise<ReadPdf> => parsedPdf(new Uint8Array(bytes))
