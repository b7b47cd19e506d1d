import type { Check } from '../../judge/check.ts'
import { touching } from '../../judge/touches.ts'
import { EDITED_EMAILS, EMAILS, OWN_INVOICES, withTemplates } from '../places.ts'
import { emailRecipient, emailRecipientAfterEdit, emailTemplateUsed } from './addressed.ts'
import { emailCopied } from './copies.ts'
import { emailEach, emailOfNone, emailOfOneAddress, emailUnauthorized } from './counts.ts'
import { emailAnswers } from './queued.ts'
import { emailTemplate, emailTemplateUnknown } from './templates.ts'
import { emailUnprinted } from './unprinted.ts'

export const emailChecks: readonly Check[] = [
  // It counts all emails: others that send wait for it.
  ...touching({ ...EMAILS, mailbox: 'sees' }, [emailOfNone]),
  ...touching(EMAILS, [...emailAnswers, emailUnauthorized, emailRecipient, emailTemplateUsed]),
  ...touching(withTemplates(EMAILS), [emailEach, emailTemplate, emailTemplateUnknown]),
  ...touching({ ...OWN_INVOICES, mailbox: 'uses' }, [emailUnprinted]),
  ...touching(EDITED_EMAILS, [emailOfOneAddress]),
  ...touching(withTemplates(EDITED_EMAILS), [emailRecipientAfterEdit]),
]

/** A copy may be an email of its own: no others are sent meanwhile. */
export const emailCopies: readonly Check[] = touching(
  { ...EMAILS, settings: 'changes', terms: 'changes', mailbox: 'changes' },
  [emailCopied],
)
