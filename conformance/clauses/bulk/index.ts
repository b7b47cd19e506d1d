import type { Step } from '../../judge/check.ts'
import { bulkConflicts } from './conflict.ts'
import { ends } from './ends.ts'
import { maxIds } from './max-ids.ts'
import { repeatedIds } from './observe.ts'
import { perStore } from './per-store.ts'
import { bulkQueued } from './queued.ts'
import { bulkRefusals } from './refused.ts'

export const bulkChecks: readonly Step[] = [
  ...bulkQueued,
  ...bulkConflicts,
  ends,
  perStore,
  ...bulkRefusals,
  maxIds,
  repeatedIds,
]
