import type { Check } from '../../judge/check.ts'
import { bulkConflicts } from './conflict.ts'
import { ends } from './ends.ts'
import { perStore } from './per-store.ts'
import { bulkQueued } from './queued.ts'
import { bulkRefusals } from './refused.ts'

export const bulkChecks: readonly Check[] = [...bulkQueued, ...bulkConflicts, ends, perStore, ...bulkRefusals]
