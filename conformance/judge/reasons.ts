/** What ends a run early by order of the person who started it: nothing can be concluded from what was not judged. */
export const BUDGET_ENDED = 'the time budget ended'

/** The reason that says nothing of what would show a clause. */
export const NOTHING_SHOWS = 'nothing on the target shows it'

const NEEDS = 'needs '

/** One reason for all unmet needs of a check, each once: `needs --allow bulk and --allow invoices`. */
export function unmetInWords(unmet: readonly string[]): string {
  const distinct = [...new Set(unmet)].toSorted()
  const needs = distinct.filter((text) => text.startsWith(NEEDS)).map((text) => text.slice(NEEDS.length))
  const others = distinct.filter((text) => !text.startsWith(NEEDS))
  return [...(needs.length > 0 ? [NEEDS + needs.join(' and ')] : []), ...others].join(', ')
}

/** Reasons without those that demand more than another one does. */
export function withoutSurplus(reasons: Iterable<string>): string[] {
  const distinct = [...new Set([...reasons].map(withoutOperation))].toSorted()
  return distinct.filter((reason) => !distinct.some((other) => demandsMore(reason, other)))
}

/** `createInvoice needs --allow invoices` demands what `needs --allow invoices` does. */
const withoutOperation = (reason: string): string => reason.replace(/^\w+ (?=needs --allow )/, '')

function demandsMore(reason: string, other: string): boolean {
  const [needs, fewer] = [needsIn(reason), needsIn(other)]
  return fewer.length > 0 && fewer.length < needs.length && fewer.every((need) => needs.includes(need))
}

const needsIn = (reason: string): string[] =>
  reason.startsWith(NEEDS) ? reason.slice(NEEDS.length).split(' and ') : []
