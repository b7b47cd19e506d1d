import { ERROR_KINDS, OPERATIONS, type Operation } from '../../../schemas/operations.ts'
import { QUESTIONS } from '../../../schemas/questions.ts'
import { isOneOf } from '../../../schemas/tables.ts'
import type { Part, PlayedFault, Variation } from '../variations/variation.ts'

/** What allows a variation: the open question, or the section of the specification. */
export const basisOf = ({ parts }: Variation): string => parts.map(basisOfPart).join('; ')

function basisOfPart({ what }: Part): string {
  if (what.kind === 'answer') return `open question ${what.key}, §${QUESTIONS[what.key].section.join(' §')}`
  if (what.kind === 'data') return 'nothing limits what a store holds'
  return basisOfFault(what)
}

function basisOfFault({ operation, fault }: PlayedFault): string {
  if (operation === 'download') return fault === 'expired' ? 'open question pdf.url_lifetime' : ANYWHERE
  const { errors, section }: Operation = OPERATIONS[operation]
  const error = fault === 'rate-limited-bare' ? 'rate-limited' : fault
  if (!isOneOf(ERROR_KINDS, error)) return ANYWHERE
  return errors.includes(error) ? `§${section} lists ${error} for ${operation}` : '§7 has the error'
}

const ANYWHERE = 'it happens to any service'
