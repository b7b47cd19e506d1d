import type { Law } from '../../judge/law.ts'
import { isObject, type Exchange } from '../../server/client/exchange.ts'
import {
  emailLag,
  hasLostEmails,
  noteLag,
  noteUnasked,
  owedEmails,
  sendsByItself,
} from '../../server/activity/owed-emails.ts'
import { mayHaveDoneNothing, type Email } from '../../server/store/platform.ts'

/** An email that is queued may come after a queue of its own; once one was awaited in vain, no more than so long is waited. */
const SHORT_WAIT_MS = 2000
/** So long an email may take that comes of no request to send one. */
const QUIET_MS = 1000
/** Between two looks, at most. */
const LOOK_MS = 500
/** So long an email may take that should not come. */
const SETTLING_MS = 60

/** The emails of an invoice that were queued so far. */
export async function emailsOf(law: Law, slug: string): Promise<Email[]> {
  const emails = await law.platform.emails()
  return emails.filter((email) => isObject(email) && same(email.slug, slug))
}

const same = (one: unknown, other: string) => String(one).toLowerCase() === other.toLowerCase()

/** The invoice's emails once there are `count`, or as many as there are after the longest wait. */
export const awaited = (law: Law, slug: string, count: number): Promise<Email[]> =>
  until(law, count, () => emailsOf(law, slug))

/** The invoice's emails when all that were queued before are there. */
export const settledEmails = (law: Law, slug: string): Promise<Email[]> =>
  until(law, owedEmails(law.session, slug), () => emailsOf(law, slug))

/** All emails when all that were queued before are there. */
export const allEmails = (law: Law): Promise<Email[]> =>
  until(law, owedEmails(law.session), () => law.platform.emails())

/**
 * Whether the service, or somebody else, sends emails that nobody asked for: of invoices that were never sent, or of this one
 * when no more is done than what may have provoked it.
 */
export async function othersSend(
  law: Law,
  slug: string,
  provoke: () => Promise<unknown> = async () => {},
): Promise<boolean> {
  if (sendsByItself(law.session, await law.platform.emails())) return true
  const before = await settledEmails(law, slug)
  await provoke()
  await law.pause(Math.max(QUIET_MS, 2 * emailLag(law.session)))
  const isMore = (await emailsOf(law, slug)).length > before.length
  if (isMore) noteUnasked(law.session)
  return isMore
}

/** Gives an email that should not come as long as others took. */
export const settle = (law: Law): Promise<void> =>
  law.pause(Math.max(SETTLING_MS, 1.2 * emailLag(law.session)))

async function until(law: Law, count: number, look: () => Promise<Email[]>): Promise<Email[]> {
  const start = performance.now()
  for (let pause = 10; ; pause = Math.min(2 * pause, LOOK_MS)) {
    const emails = await look()
    const ms = performance.now() - start
    if (emails.length < count && !isOver(law, start)) {
      await law.pause(pause)
      continue
    }
    noteLag(law.session, ms, emails.length >= count)
    return emails
  }
}

/** Whether an email has been waited for long enough. */
function isOver({ session, target }: Law, start: number): boolean {
  const { patience_ms } = target
  const longest = hasLostEmails(session) ? Math.min(SHORT_WAIT_MS, patience_ms) : patience_ms
  return performance.now() - start > longest
}

/** Sends an invoice. */
export const send = (law: Law, slug: string, body: object = {}): Promise<Exchange> =>
  law.call('sendInvoiceEmail', { params: { slug }, body })

interface Sent {
  email: Email
  exchange: Exchange
}

type IsRight = (email: Email) => boolean

/** Sends once; the law demands a new email, which is returned: the right one, if any is. */
export async function judgeSent(law: Law, slug: string, body?: object, isRight?: IsRight): Promise<Sent> {
  const before = await settledEmails(law, slug)
  return judgeArrived(law, slug, before, law.success(await send(law, slug, body)), isRight)
}

/** The law demands a new email of what was sent, which is returned: the right one, if any is. */
export async function judgeArrived(
  law: Law,
  slug: string,
  before: readonly Email[],
  exchange: Exchange,
  isRight: IsRight = () => true,
): Promise<Sent> {
  let emails = newOnes(await awaited(law, slug, before.length + 1), before)
  if (emails.length > 0 && !emails.some(isRight) && (await othersSend(law, slug)))
    emails = await untilRight(law, slug, before, isRight)
  const email = emails.find(isRight) ?? emails[0]
  if (email) return { email, exchange }
  throw law.violation({
    expected: 'an email of this invoice in the mailbox',
    got: 'none came',
    perhaps: mayHaveDoneNothing('emails'),
    exchanges: exchange,
  })
}

/** Whether an email went to this address, in whichever letters. */
export const isTo =
  (address: string) =>
  ({ to }: Email): boolean =>
    same(String(to).trim(), address)

/** The new emails once the right one is among them, which others may come before. */
export async function untilRight(
  law: Law,
  slug: string,
  before: readonly Email[],
  isRight: IsRight,
): Promise<Email[]> {
  const start = performance.now()
  for (;;) {
    const emails = newOnes(await emailsOf(law, slug), before)
    if (emails.some(isRight) || isOver(law, start)) return emails
    await law.pause(LOOK_MS)
  }
}

/** What makes it this email. A mailbox may show more, and that may change: a signed URL does each second. */
const identityOf = ({ to, slug, template_id, queued_at }: Email): string =>
  JSON.stringify([to, slug, template_id, queued_at])

/** The mailbox need not be in any order: the emails that were not there before. */
export function newOnes(emails: readonly Email[], before: readonly Email[]): Email[] {
  const left = before.map(identityOf)
  return emails.filter((email) => {
    const at = left.indexOf(identityOf(email))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
