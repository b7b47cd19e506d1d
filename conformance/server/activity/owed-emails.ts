import { isSuccess, type Exchange } from '../client/exchange.ts'
import { perRun } from '../per-run.ts'
import type { Session } from '../session.ts'
import type { Email } from '../store/platform.ts'

/** How many emails the mailbox must have in time, by slugs in lower case. */
interface Owed {
  /** Those that were there when the run began; null where nobody has looked. */
  before: Map<string, number> | null
  /** Those that this run was told are queued. */
  queued: Map<string, number>
  /** How long one was awaited, at most, in milliseconds. */
  lag_ms: number
  /** Emails that were awaited in vain. */
  lost: number
}

const known = perRun<'owed', Owed>()

const owed = (session: Session): Owed =>
  known(session, 'owed', () => ({ before: null, queued: new Map(), lag_ms: 0, lost: 0 }))

const count = (counts: Map<string, number>, slug: string) =>
  counts.set(slug.toLowerCase(), (counts.get(slug.toLowerCase()) ?? 0) + 1)

/** The mailbox before this run has sent anything. */
export function noteMailbox(session: Session, emails: readonly Email[]): void {
  const before = new Map<string, number>()
  for (const email of emails) count(before, String(email?.slug))
  owed(session).before = before
}

/** An email of the target's store that was accepted. */
export function noteEmail(session: Session, exchange: Exchange): void {
  if (exchange.operation === 'sendInvoiceEmail' && exchange.key === 'api' && isSuccess(exchange))
    count(owed(session).queued, String(exchange.params['slug']))
}

/** How many emails the mailbox must have by and by, of one invoice or of all; 0 where that is not known. */
export function owedEmails(session: Session, slug?: string): number {
  const { before, queued, lost } = owed(session)
  if (before === null || lost > 0) return 0
  const of = (counts: Map<string, number>) =>
    slug === undefined ? sum(counts.values()) : (counts.get(slug.toLowerCase()) ?? 0)
  return of(before) + of(queued)
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0)

/** An email was awaited so long, and came or did not. */
export function noteLag(session: Session, ms: number, hasCome: boolean): void {
  const one = owed(session)
  if (hasCome) one.lag_ms = Math.max(one.lag_ms, ms)
  else one.lost++
}

/** How long emails of this run were on their way, at most. */
export const emailLag = (session: Session): number => owed(session).lag_ms
/** Whether one was awaited in vain: others are then not waited for as long. */
export const hasLostEmails = (session: Session): boolean => owed(session).lost > 0
