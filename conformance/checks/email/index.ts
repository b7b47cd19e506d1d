import type { Check } from '../../check.ts'
import { emailMailbox } from './mailbox.ts'
import { emailAnswers } from './queued.ts'

export const emailChecks: readonly Check[] = [...emailAnswers, ...emailMailbox]
