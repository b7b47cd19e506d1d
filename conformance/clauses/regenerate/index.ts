import type { Check } from '../../judge/check.ts'
import { touching } from '../../judge/touches.ts'
import { WITH_NEW_TEMPLATES } from '../places.ts'
import { patterns } from './patterns.ts'
import { regenerateRefused } from './refused.ts'
import { regenerateResyncs } from './resyncs.ts'
import { regenerateSame } from './same-invoice.ts'

export const regenerateChecks: readonly Check[] = [
  ...touching(WITH_NEW_TEMPLATES, regenerateRefused),
  ...regenerateSame,
  ...regenerateResyncs,
  patterns,
]
