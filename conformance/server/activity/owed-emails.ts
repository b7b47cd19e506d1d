import { isObject, isSuccess, type Exchange } from '../client/exchange.ts'
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
  /** Slugs in lower case of the invoices that this run has tried to send, with whatever key. */
  tried: Set<string>
  /** Whether an invoice was emailed that nobody had asked for. */
  unasked: boolean
}

const known = perRun<'owed', Owed>()

const owed = (session: Session): Owed =>
  known(session, 'owed', () => ({
    before: null,
    queued: new Map(),
    lag_ms: 0,
    lost: 0,
    tried: new Set(),
    unasked: false,
  }))

const count = (counts: Map<string, number>, slug: string) =>
  counts.set(slug.toLowerCase(), (counts.get(slug.toLowerCase()) ?? 0) + 1)

/** The mailbox before this run has sent anything. */
export function noteMailbox(session: Session, emails: readonly Email[]): void {
  const before = new Map<string, number>()
  for (const email of emails) count(before, String(email?.slug))
  owed(session).before = before
}

/** An email of the target's store that was asked for, or accepted. */
export function noteEmail(session: Session, exchange: Exchange): void {
  if (exchange.operation !== 'sendInvoiceEmail') return
  const slug = String(exchange.params['slug'])
  owed(session).tried.add(slug.toLowerCase())
  if (exchange.key === 'api' && isSuccess(exchange)) count(owed(session).queued, slug)
}

/**
 * Whether the service, or somebody else, sends emails that nobody asked for: of an invoice that this run has not tried to send
 * there are more than when it began.
 */
export function sendsByItself(session: Session, emails: readonly Email[]): boolean {
  const one = owed(session)
  one.unasked ||= hasUnasked(one, emails)
  return one.unasked
}

/** An email came that nobody had asked for. */
export function noteUnasked(session: Session): void {
  owed(session).unasked = true
}

function hasUnasked({ before, tried }: Owed, emails: readonly Email[]): boolean {
  if (before === null) return false
  const now = new Map<string, number>()
  for (const { slug } of emails.filter(isObject)) count(now, String(slug))
  return [...now].some(([slug, number]) => !tried.has(slug) && number > (before.get(slug) ?? 0))
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
