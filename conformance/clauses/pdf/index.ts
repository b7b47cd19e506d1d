import type { Step } from '../../judge/check.ts'
import { touching } from '../../judge/touches.ts'
import { createdDocuments } from './created-documents.ts'
import { pdfDownloads } from './downloads.ts'
import { pdfEnvelope } from './envelope.ts'
import { WITH_NEW_TEMPLATES, WITH_TEMPLATES } from '../places.ts'
import { pdfPackingSlips } from './packing-slips.ts'
import { regeneratedDocuments } from './regenerated-documents.ts'
import { pdfRetained } from './retained.ts'
import { pdfSigned } from './signed.ts'
import { pdfTemplates } from './templates.ts'
import { pdfUnknown } from './unknown.ts'
import { urlObservations } from './url-observations.ts'

export const pdfChecks: readonly Step[] = [
  ...pdfEnvelope,
  ...pdfDownloads,
  ...pdfSigned,
  ...pdfUnknown,
  ...touching(WITH_NEW_TEMPLATES, [...pdfPackingSlips, ...pdfTemplates, ...createdDocuments]),
  ...touching(WITH_TEMPLATES, pdfRetained),
  ...touching(WITH_NEW_TEMPLATES, regeneratedDocuments),
  ...touching(WITH_TEMPLATES, [urlObservations]),
]
