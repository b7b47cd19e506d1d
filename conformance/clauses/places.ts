import type { Need } from '../../schemas/clauses.ts'
import { needsOf, type Step } from '../judge/check.ts'
import { touching, type Touches } from '../judge/touches.ts'

/** What lists and searches of invoices look at; a document that is made may move the updated_at of its invoice. */
export const INVOICES_SEEN: Touches = { invoices: 'sees', documents: 'sees' }
/** Whoever asks for a document may have it made anew, which may end what others were told. */
export const DOCUMENTS: Touches = {
  invoices: 'sees',
  documents: 'changes',
  settings: 'sees',
  terms: 'sees',
  chosen: 'sees',
  templates: 'sees',
}
/** Invoices that are made while all others stay; settings number and name them, and templates are chosen for them. */
export const INVOICES: Touches = {
  invoices: 'changes',
  documents: 'changes',
  terms: 'sees',
  chosen: 'sees',
}
/** The same with new templates that others would notice. */
export const WITH_NEW_TEMPLATES: Touches = { ...INVOICES, templates: 'changes' }
/** Templates that are pre-selected for a while, which others would notice. */
export const CHOSEN: Touches = { templates: 'changes', chosen: 'changes' }
/** Invoices of a step's own, or of which it wants no more than that they are there. */
export const OWN_INVOICES: Touches = {
  invoices: 'uses',
  documents: 'uses',
  terms: 'sees',
  chosen: 'sees',
}
/** Invoices that were made first: created again, regenerated and sent, or edited as well. */
export const FIRSTS_USED: Touches = { ...OWN_INVOICES, firsts: 'uses', first_drafts: 'uses' }
export const FIRSTS_EDITED: Touches = { ...OWN_INVOICES, firsts: 'changes', first_drafts: 'changes' }
/** Invoices whose orders are edited: of a step's own, or those that were made to be edited. */
export const OWN_EDITED: Touches = { ...OWN_INVOICES, orders: 'uses' }
/** Documents of a step's own invoices: they show settings. */
export const OWN_DOCUMENTS: Touches = { ...OWN_EDITED, settings: 'sees' }
export const EDITED: Touches = { ...OWN_EDITED, edited: 'changes', edited_draft: 'changes' }
export const EMAILS: Touches = { ...FIRSTS_USED, mailbox: 'uses', emails: 'changes' }
export const EDITED_EMAILS: Touches = { ...EDITED, mailbox: 'uses' }
/** Bulk actions for invoices that are there, whatever is made beside them. */
export const ACTIONS: Touches = { invoices: 'uses', documents: 'uses', bulk: 'changes' }
export const BULK: Touches = { ...OWN_INVOICES, bulk: 'changes' }
/** With templates of a step's own. */
export const withTemplates = (touches: Touches): Touches => ({ ...touches, templates: 'uses' })
/** Records of a step's own. */
export const OWN_CUSTOMERS: Touches = { customers: 'uses' }
export const OWN_TEMPLATES: Touches = { templates: 'uses' }

const WRITING: readonly Need[] = [
  'writes',
  'orders',
  'draft_orders',
  'edit_order',
  'email',
  'mailbox',
  'bulk',
]

/** Says what steps look at, but of those that write: who writes says so by itself, or is performed alone. */
export const reading = <S extends Step>(touches: Touches, steps: readonly S[]): S[] =>
  steps.flatMap((step) =>
    needsOf(step).some((need) => WRITING.includes(need)) ? [step] : touching(touches, [step]),
  )
