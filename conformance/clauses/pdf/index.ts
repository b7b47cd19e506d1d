import { requiring, type Step } from '../../judge/check.ts'
import { touching } from '../../judge/touches.ts'
import { askedMeanwhile } from './asked-meanwhile.ts'
import { besideNeighbour, createdDocuments, firstDocuments } from './created-documents.ts'
import { documentsMadeAtOnce, pdfDownloads } from './downloads.ts'
import { pdfEnvelope } from './envelope.ts'
import { BULK, DOCUMENTS, EMAILS, OWN_DOCUMENTS, withTemplates } from '../places.ts'
import { pdfPackingSlips } from './packing-slips.ts'
import { regeneratedAmounts } from './regenerated-amounts.ts'
import { regeneratedTerms } from './regenerated-terms.ts'
import { regeneratedBesideNeighbour, regeneratedDocuments } from './regenerated-documents.ts'
import { pdfRetained, pdfRetainedByTemplate, pdfRetainedOfFirsts } from './retained.ts'
import { pdfSigned } from './signed.ts'
import { pdfTemplates } from './templates.ts'
import { pdfUnknown } from './unknown.ts'
import { urlObservations } from './url-observations.ts'

/** Documents of invoices that are there. */
export const pdfReads: readonly Step[] = [
  ...pdfEnvelope,
  ...pdfDownloads,
  ...pdfSigned,
  ...pdfUnknown,
  ...touching(DOCUMENTS, [urlObservations]),
  ...touching(
    { ...DOCUMENTS, templates: 'uses' },
    requiring(['documents'], [...pdfPackingSlips, ...pdfTemplates]),
  ),
]

/** First documents of invoices, and both of any invoice, with all documents to themselves. */
export const pdfAlone: readonly Step[] = touching({ ...OWN_DOCUMENTS, documents: 'changes' }, [
  ...firstDocuments,
  ...pdfRetained,
])

/** Documents of the invoices that are made first. */
export const pdfOfFirsts: readonly Step[] = [
  ...touching({ ...OWN_DOCUMENTS, firsts: 'changes', first_drafts: 'changes' }, pdfRetainedOfFirsts),
  ...touching(
    withTemplates({ ...EMAILS, ...BULK, ...OWN_DOCUMENTS, firsts: 'changes', first_drafts: 'changes' }),
    pdfRetainedByTemplate,
  ),
]

/** Documents of invoices that are made for it, beside others. */
export const pdfOfOwn: readonly Step[] = [
  // They learn the words of documents from others, which nobody may make anew meanwhile.
  ...touching(withTemplates({ ...OWN_DOCUMENTS, neighbour: 'changes', bulk: 'sees' }), [
    ...besideNeighbour,
    ...regeneratedBesideNeighbour,
  ]),
  ...touching(OWN_DOCUMENTS, [documentsMadeAtOnce]),
  ...touching(withTemplates(OWN_DOCUMENTS), [
    ...createdDocuments,
    ...regeneratedDocuments,
    regeneratedAmounts,
    regeneratedTerms,
    askedMeanwhile,
  ]),
]
