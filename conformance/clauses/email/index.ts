import type { Check } from '../../judge/check.ts'
import { touching } from '../../judge/touches.ts'
import { WITH_NEW_TEMPLATES } from '../places.ts'
import { emailAddressed } from './addressed.ts'
import { emailCounts } from './counts.ts'
import { emailAnswers } from './queued.ts'
import { emailTemplates } from './templates.ts'

export const emailChecks: readonly Check[] = [
  ...emailAnswers,
  ...emailTemplates,
  ...touching(WITH_NEW_TEMPLATES, emailCounts),
  ...emailAddressed,
]
