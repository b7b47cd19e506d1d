import type { Check } from '../../judge/check.ts'
import { emailAddressed } from './addressed.ts'
import { emailCounts } from './counts.ts'
import { emailAnswers } from './queued.ts'
import { emailTemplates } from './templates.ts'

export const emailChecks: readonly Check[] = [
  ...emailAnswers,
  ...emailTemplates,
  ...emailCounts,
  ...emailAddressed,
]
