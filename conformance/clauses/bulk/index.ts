import type { Step } from '../../judge/check.ts'
import { touching } from '../../judge/touches.ts'
import { ACTIONS, BULK, EDITED, EMAILS, FIRSTS_USED, withTemplates } from '../places.ts'
import { changedMeanwhile } from './changed-meanwhile.ts'
import { bulkConflictBesideWork, bulkConflicts } from './conflict.ts'
import { duration } from './duration.ts'
import { editedMeanwhile } from './edited-meanwhile.ts'
import { ends } from './ends.ts'
import { maxIds } from './max-ids.ts'
import { meanwhile } from './meanwhile.ts'
import { openBulk, repeatedIds } from './observe.ts'
import { perStore } from './per-store.ts'
import { bulkQueued, bulkTemplateNames } from './queued.ts'
import { bulkRefusals } from './refused.ts'

export const bulkChecks: readonly Step[] = touching(ACTIONS, [
  ...bulkQueued,
  ...bulkConflicts,
  ends,
  perStore,
  ...bulkRefusals,
  maxIds,
  repeatedIds,
])

export const bulkNames: readonly Step[] = touching(withTemplates(BULK), bulkTemplateNames)

/** With what was made first. */
export const bulkMeanwhile: readonly Step[] = [
  ...touching({ ...FIRSTS_USED, bulk: 'changes' }, [meanwhile, bulkConflictBesideWork]),
  ...touching({ ...EMAILS, ...EDITED, bulk: 'changes' }, [editedMeanwhile]),
  ...touching({ ...withTemplates(BULK), settings: 'changes', terms: 'changes' }, [changedMeanwhile]),
]

/** What takes the time of whole actions: for a probe alone. */
export const bulkProbes: readonly Step[] = [openBulk, duration]
