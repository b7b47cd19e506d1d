import type { Check } from '../../judge/check.ts'
import { touching, type Touches } from '../../judge/touches.ts'
import { FIRSTS_USED, INVOICES, INVOICES_SEEN, OWN_INVOICES, withTemplates } from '../places.ts'
import { stillWithout } from './after-refusals.ts'
import { concurrent } from './concurrent.ts'
import { draftDefault, draftType } from './draft.ts'
import { fromOrder } from './from-order.ts'
import { later } from './later.ts'
import { rejectedNoEffect, rejectedOptions, rejectedTemplate } from './no-effect.ts'
import { persists } from './persists.ts'
import { flagType, templateIdType, templateUnknown } from './refused-options.ts'
import { refusedOrders } from './refused.ts'
import { existing, existingDraft } from './returns-existing.ts'
import { usableTemplates } from './usable-templates.ts'

/** The refusals of one order, and its creation after them all. */
const REFUSED: Touches = { ...OWN_INVOICES, refused: 'changes' }

/** While these create or look, nobody else does. */
export const createChecks: readonly Check[] = [
  ...touching(INVOICES, [rejectedNoEffect, rejectedOptions, rejectedTemplate]),
  ...touching(INVOICES, [fromOrder]),
  ...touching(INVOICES_SEEN, [persists]),
  ...touching(INVOICES, [draftType]),
  later,
]

/** What creates beside others, or creates nothing. */
export const createBeside: readonly Check[] = [
  ...touching(OWN_INVOICES, refusedOrders),
  // An order that it invoices must not be the one that is refused.
  ...touching({ ...FIRSTS_USED, refused: 'sees' }, [draftDefault]),
  ...touching(OWN_INVOICES, [concurrent]),
  ...touching(REFUSED, [templateIdType, flagType]),
]

/** Each template, with what was made first. */
export const createByTemplate: readonly Check[] = touching(withTemplates(FIRSTS_USED), [usableTemplates])

/** With templates of their own, and what was made first. */
export const createAgain: readonly Check[] = [
  ...touching(withTemplates({ ...OWN_INVOICES, firsts: 'changes' }), [existing]),
  ...touching(withTemplates({ ...OWN_INVOICES, first_drafts: 'changes' }), [existingDraft]),
  ...touching(withTemplates(REFUSED), [templateUnknown]),
  ...touching(withTemplates({ ...FIRSTS_USED, ...REFUSED }), [stillWithout]),
]
