import type { Watcher } from '../judge/check.ts'
import type { Findings } from '../judge/findings.ts'
import { ownFault } from '../judge/own-fault.ts'
import { fieldOf, type Failure, type Finding } from '../judge/verdict.ts'
import { showsOtherRun } from '../server/activity/company.ts'
import { noteSeen } from '../server/activity/last-seen.ts'
import { noteUntold } from '../server/activity/lost-writes.ts'
import { noteInvoice } from '../server/activity/new-invoices.ts'
import { noteEmail } from '../server/activity/owed-emails.ts'
import { noteSettings } from '../server/activity/strange-texts.ts'
import { isSuccess, type Exchange } from '../server/client/exchange.ts'
import type { Session } from '../server/session.ts'

/** Every answer passes here: what we know of the store grows old by writes. */
export function notice(session: Session, exchange: Exchange): void {
  if (exchange.operation && mayHaveWritten(exchange)) session.inventory.forget(exchange.operation)
  noteInvoice(session, exchange)
  noteEmail(session, exchange)
  noteSeen(session, exchange)
  noteSettings(session, exchange)
  notePersonal(session, exchange)
  session.hasCompany ||= showsOtherRun(session, exchange)
  noteUntold(session, exchange)
}

/** Records of customers that the run created hold no personal data, whatever form the server gives them. */
function notePersonal({ personal, ledger }: Session, exchange: Exchange): void {
  const isOfCustomers = exchange.key === 'api' && /Customers?$/.test(exchange.operation ?? '')
  personal.note(
    exchange,
    isOfCustomers
      ? ({ id, email }) => email !== undefined && typeof id === 'number' && ledger.hasMade('customers', id)
      : undefined,
  )
}

/** A faulty server may carry out what it refuses to the store's own key; other keys are the business of their checks. */
const mayHaveWritten = (exchange: Exchange): boolean =>
  exchange.request.method !== 'GET' && (exchange.key === 'api' || isSuccess(exchange))

/** And the watchers judge it. */
export function watch(
  watchers: readonly Watcher[],
  session: Session,
  findings: Findings,
  exchange: Exchange,
): void {
  for (const watcher of watchers) {
    try {
      watchWith(watcher, session, findings, exchange)
    } catch (error) {
      for (const clause of watcher.clauses) findings.of(clause).errors.add(ownFault(watcher.name, error))
    }
  }
}

function watchWith(watcher: Watcher, session: Session, findings: Findings, exchange: Exchange): void {
  const { name: check, file } = watcher
  for (const { clause, finding } of watcher.watch(exchange, session)) {
    const found = findings.of(clause)
    if (finding === null) found.passes++
    else if (isNews(found.failures, finding))
      found.failures.push({ ...finding, check, file, seed: session.seed, replay: null })
  }
}

/** A watcher meets the same deviation again and again: what it finds in another field is news, up to a point. */
export const isNews = (failures: readonly Failure[], finding: Finding): boolean =>
  failures.length < 100 && !failures.some((failure) => fieldOf(failure) === fieldOf(finding))
