import { dueDate } from './facts.ts'
import { besideLabel } from './runs.ts'
import type { DocumentSource } from './source.ts'
import { dueAmount, totalLine, type Wording } from './sums.ts'

/** What matters most: `€296.91 due 15 March 2026`, or the total of what is not, or no longer, to be paid. */
export function leadOf(source: DocumentSource, wording: Wording): string {
  const { kind, invoice } = source
  const due = dueAmount(kind, invoice)
  const day = dueDate(source, wording.locale)
  if (!due || due.units <= 0n || day === '') return totalLine(kind, invoice, wording)
  const phrase = wording.labels('due')
  return phrase
    .replace('{amount}', besideLabel(phrase, wording.money(due)))
    .replace('{date}', besideLabel(phrase, day))
}
