import type { Step } from '../../judge/check.ts'
import { touching } from '../../judge/touches.ts'
import { besideNeighbour, createdDocuments, firstDocuments } from './created-documents.ts'
import { pdfDownloads } from './downloads.ts'
import { pdfEnvelope } from './envelope.ts'
import { DOCUMENTS, OWN_DOCUMENTS } from '../places.ts'
import { pdfPackingSlips } from './packing-slips.ts'
import { regeneratedBesideNeighbour, regeneratedDocuments } from './regenerated-documents.ts'
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
  ...touching({ ...DOCUMENTS, templates: 'uses' }, [...pdfPackingSlips, ...pdfTemplates]),
  ...touching(DOCUMENTS, [urlObservations]),
  ...touching({ ...OWN_DOCUMENTS, documents: 'changes' }, firstDocuments),
  ...touching({ ...OWN_DOCUMENTS, firsts: 'changes' }, pdfRetained),
  // They learn the words of documents from others, which nobody may make anew meanwhile.
  ...touching({ ...OWN_DOCUMENTS, neighbour: 'changes', bulk: 'sees' }, [
    ...besideNeighbour,
    ...regeneratedBesideNeighbour,
  ]),
  ...touching(OWN_DOCUMENTS, [...createdDocuments, ...regeneratedDocuments]),
]
