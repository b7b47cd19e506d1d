import { isObject, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { mayHaveDoneNothing, type Email } from '../../server/store/platform.ts'

/** An email that is queued is in the mailbox at once, or after a queue of its own; longer is not waited. */
const LONGEST_WAIT_MS = 5000

/** The emails of an invoice that were queued so far. */
export async function emailsOf(law: Law, slug: string): Promise<Email[]> {
  const emails = await law.platform.emails()
  return emails.filter((email) => isObject(email) && same(email.slug, slug))
}

const same = (one: unknown, other: string) => String(one).toLowerCase() === other.toLowerCase()

/** The invoice's emails once there are `count`, or as many as there are after the longest wait. */
export async function awaited(law: Law, slug: string, count: number): Promise<Email[]> {
  const until = Date.now() + Math.min(LONGEST_WAIT_MS, law.target.patience_ms)
  for (let pause = 10; ; pause *= 2) {
    const emails = await emailsOf(law, slug)
    if (emails.length >= count || Date.now() > until) return emails
    await law.pause(pause)
  }
}

/** Sends an invoice. */
export const send = (law: Law, slug: string, body: object = {}): Promise<Exchange> =>
  law.call('sendInvoiceEmail', { params: { slug }, body })

/** Sends once; the law demands one new email, which is returned. */
export async function judgeSent(
  law: Law,
  slug: string,
  body?: object,
): Promise<{ email: Email; exchange: Exchange }> {
  const before = await emailsOf(law, slug)
  const exchange = law.success(await send(law, slug, body))
  const email = newest(await awaited(law, slug, before.length + 1), before)
  if (email) return { email, exchange }
  throw law.violation({
    expected: 'an email of this invoice in the mailbox',
    got: 'none came',
    perhaps: mayHaveDoneNothing('emails'),
    exchanges: exchange,
  })
}

/** What makes it this email. A mailbox may show more, and that may change: a signed URL does each second. */
const identityOf = ({ to, slug, template_id, queued_at }: Email): string =>
  JSON.stringify([to, slug, template_id, queued_at])

/** The mailbox need not be in any order: the email that was not there before. */
export function newest(emails: readonly Email[], before: readonly Email[]): Email | undefined {
  const left = before.map(identityOf)
  return emails.find((email) => {
    const at = left.indexOf(identityOf(email))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
