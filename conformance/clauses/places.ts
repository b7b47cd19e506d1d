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
  templates: 'sees',
}
/** Invoices that are made and sent; settings number and name them. */
export const INVOICES: Touches = { invoices: 'changes', documents: 'changes', settings: 'sees' }
/** The same with templates of the store, or with new ones. */
export const WITH_TEMPLATES: Touches = { ...INVOICES, templates: 'sees' }
export const WITH_NEW_TEMPLATES: Touches = { ...INVOICES, templates: 'changes' }

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
