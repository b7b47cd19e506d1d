import type { Check } from '../../judge/check.ts'
import { createdDocuments } from './created-documents.ts'
import { pdfDownloads } from './downloads.ts'
import { pdfEnvelope } from './envelope.ts'
import { pdfPackingSlips } from './packing-slips.ts'
import { regeneratedDocuments } from './regenerated-documents.ts'
import { pdfRetained } from './retained.ts'
import { pdfSigned } from './signed.ts'
import { pdfTemplates } from './templates.ts'
import { pdfUnknown } from './unknown.ts'

export const pdfChecks: readonly Check[] = [
  ...pdfEnvelope,
  ...pdfDownloads,
  ...pdfSigned,
  ...pdfUnknown,
  ...pdfPackingSlips,
  ...pdfTemplates,
  ...createdDocuments,
  ...pdfRetained,
  ...regeneratedDocuments,
]
