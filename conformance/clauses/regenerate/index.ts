import type { Check } from '../../judge/check.ts'
import { touching } from '../../judge/touches.ts'
import { EDITED, FIRSTS_EDITED, FIRSTS_USED, OWN_EDITED, OWN_INVOICES, withTemplates } from '../places.ts'
import { laterPages } from './later-pages.ts'
import { patterns } from './patterns.ts'
import { refusedOfEdited, regenerateTemplateUnknown, regenerateUnknown } from './refused.ts'
import { resyncs, resyncsDraft } from './resyncs.ts'
import { sameInvoice, unedited } from './same-invoice.ts'

export const regenerateChecks: readonly Check[] = [
  ...touching(OWN_INVOICES, [regenerateUnknown]),
  ...touching(FIRSTS_USED, [unedited, sameInvoice]),
  ...touching({ ...OWN_EDITED, edited: 'changes' }, [resyncs]),
  ...touching({ ...OWN_EDITED, edited_draft: 'changes' }, [resyncsDraft]),
  ...touching(EDITED, [patterns, laterPages]),
]

/** What is refused, also by templates of its own. A bulk action may move the updated_at of any invoice. */
export const regenerateRefused: readonly Check[] = [
  ...touching(withTemplates({ ...FIRSTS_EDITED, bulk: 'sees' }), [regenerateTemplateUnknown]),
  ...touching(withTemplates({ ...EDITED, bulk: 'sees' }), refusedOfEdited),
]
