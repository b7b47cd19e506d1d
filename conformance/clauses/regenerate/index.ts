import type { Check } from '../../judge/check.ts'
import { regenerateRefused } from './refused.ts'
import { regenerateResyncs } from './resyncs.ts'
import { regenerateSame } from './same-invoice.ts'

export const regenerateChecks: readonly Check[] = [
  ...regenerateRefused,
  ...regenerateSame,
  ...regenerateResyncs,
]
