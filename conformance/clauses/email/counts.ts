import { plural } from '../../../schemas/printing/plain-text.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isObject, isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { sendsByItself } from '../../server/activity/owed-emails.ts'
import { mayHaveDoneNothing, type Email } from '../../server/store/platform.ts'
import { atOnce } from '../../judge/at-once.ts'
import { FEW_KEYS, withBadKeys, withFreeKey } from '../bad-keys.ts'
import { strangeTemplateIds } from '../strange-template-ids.ts'
import { strangeSlugs } from '../strange-slugs.ts'
import { editedInvoices, regenerate } from './edited.ts'
import { allEmails, awaited, emailsOf, othersSend, send, settle, settledEmails } from './mailbox.ts'
import { sendables, type Sendable } from './recipients.ts'
import { usableTemplates } from './templates.ts'

/** One by one, several at once, and none for what was refused. */
export const emailEach = check('email.mailbox', {
  name: 'the mailbox after emails were sent',
  async run(law) {
    const invoices = await sendables(law)
    const [template_id] = await usableTemplates(law)
    for (const { slug } of invoices) {
      await judgeCount(law, slug, [{}])
      await judgeCount(law, slug, [{}, {}])
      await judgeCount(law, slug, [{}, {}, {}, {}], 'at once')
      if (template_id !== undefined) await judgeCount(law, slug, [{ template_id }])
    }
    await judgeTogether(law, invoices)
    const refused = [...(await strangeTemplateIds(law)), {}, []].map((none) => ({ template_id: none }))
    await judgeCount(law, invoices[0].slug, refused, 'at once')
    // What was refused does not come along with the next one.
    await judgeCount(law, invoices[0].slug, [...refused.slice(0, 1), {}])
  },
})

/** Emails of several invoices at once: one of each. */
async function judgeTogether(law: Law, invoices: readonly Sendable[]): Promise<void> {
  const slugs = invoices.map(({ slug }) => slug)
  const before = await Promise.all(slugs.map((slug) => settledEmails(law, slug)))
  const exchanges = await Promise.all(slugs.map((slug) => send(law, slug)))
  for (const [index, slug] of slugs.entries())
    await judgeMore(law, {
      message: `${slugs.length} invoices were sent at once`,
      slug,
      before: before[index]?.length ?? 0,
      accepted: exchanges.slice(index, index + 1).filter(isSuccess).length,
      exchanges,
    })
}

/** Requests to send invoices, of which one is looked at: how many emails it had, and how many more were accepted. */
interface Sent {
  message: string
  slug: string
  before: number
  accepted: number
  exchanges: readonly Exchange[]
}

/** Regenerates the invoice, if the target permits it. */
async function regenerated(law: Law, slug: string): Promise<void> {
  if (law.permits('regenerateInvoice')) await law.call('regenerateInvoice', { params: { slug } })
}

/** As many more come as were accepted; whoever sends emails by himself may have sent others. */
async function judgeMore(law: Law, { message, slug, before, accepted, exchanges }: Sent): Promise<void> {
  const came = (await awaited(law, slug, before + accepted)).length - before
  if (came > accepted && (await othersSend(law, slug, () => regenerated(law, slug)))) return
  law.judge(came === accepted, {
    message,
    expected: `${accepted} more email of invoice ${slug}`,
    got: `${came} more`,
    exchanges,
  })
}

/** Of no invoice at all; others may be sent meanwhile by somebody else. */
export const emailOfNone = check('email.mailbox', {
  name: 'the mailbox after emails of invoices that do not exist',
  run: (law) =>
    law.settled(async () => {
      const before = await allEmails(law)
      const exchanges = await atOnce(strangeSlugs(law, undefined).slice(0, 4), (slug) => send(law, slug))
      await settle(law)
      const came = await moreThan(law, before)
      if (came === 0 || exchanges.some(isSuccess)) return null
      const statuses = exchanges.map(({ response }) => response.status).join(', ')
      return {
        message: `send_email was answered ${statuses}`,
        expected: 'no email',
        got: plural(came, 'email'),
        exchanges,
      }
    }),
})

/** How many emails came; where some come that nobody asks for, those of the invoices that this run made are not counted. */
async function moreThan(law: Law, before: readonly Email[]): Promise<number> {
  const now = await law.platform.emails()
  const isUnasked = sendsByItself(law.session, now)
  const isOwn = (email: Email) => isObject(email) && law.session.orderOf.has(String(email.slug))
  const isCounted = (email: Email) => !isUnasked || !isOwn(email)
  return now.filter(isCounted).length - before.filter(isCounted).length
}

/** As many emails come as requests were accepted. */
async function judgeCount(
  law: Law,
  slug: string,
  bodies: readonly object[],
  how: 'in turn' | 'at once' = 'in turn',
): Promise<void> {
  await judgeCame(law, slug, async () => {
    if (how === 'at once') return Promise.all(bodies.map((body) => send(law, slug, body)))
    const exchanges: Exchange[] = []
    for (const body of bodies) exchanges.push(await send(law, slug, body))
    return exchanges
  })
}

/** Where emails come that nobody asked for, it is those that come each time that come of the requests. */
async function judgeCame(law: Law, slug: string, sent: () => Promise<Exchange[]>): Promise<void> {
  await law.settled(async () => {
    const before = await settledEmails(law, slug)
    const exchanges = await sent()
    const accepted = exchanges.filter(isSuccess).length
    await awaited(law, slug, before.length + accepted)
    await settle(law)
    const came = (await emailsOf(law, slug)).length - before.length
    if (came === accepted) return null
    const evidence = {
      message: `${accepted} of ${exchanges.length} send_email requests were accepted`,
      expected: plural(accepted, 'email'),
      got: plural(came, 'email'),
      exchanges,
      ...(came < accepted && { perhaps: mayHaveDoneNothing('emails') }),
    }
    // `sendables` may have regenerated the invoice, and a regeneration may send emails.
    if (came > accepted && (await othersSend(law, slug, () => regenerated(law, slug)))) return evidence
    throw law.violation(evidence)
  })
}

/** Without a key, with keys that are nearly the store's, and with that of a store on the free plan no email comes. */
export const emailUnauthorized = check(['auth.unauthorized-no-effect', 'auth.scope-invoices'], {
  name: 'the mailbox after emails that are answered unauthorized, or forbidden',
  needs: ['email', 'mailbox'],
  async run(law) {
    const [{ slug }] = await sendables(law)
    const call = ['sendInvoiceEmail', { params: { slug }, body: {} }] as const
    await judgeCame(law, slug, () => withBadKeys(law, ...call, FEW_KEYS))
    await judgeCame(law.of('auth.scope-invoices'), slug, () => withFreeKey(law, ...call))
  },
})

/** For two invoices that go to one address: each email stands for itself. */
export const emailOfOneAddress = check('email.mailbox', {
  name: 'emails of two invoices to one address',
  needs: ['email', 'mailbox', 'edit_order'],
  async run(law) {
    const creations = await editedInvoices(law)
    const email = `both.${law.marker}@example.com`
    for (const one of creations) {
      await law.platform.edit(one.order_id, one.draft, { customer: { email } })
      await regenerate(law, one)
    }
    const sent: { slug: string; before: number; exchange: Exchange }[] = []
    for (const { slug } of creations.map(({ invoice }) => invoice))
      sent.push({ slug, before: (await settledEmails(law, slug)).length, exchange: await send(law, slug) })
    for (const { slug, before, exchange } of sent)
      await judgeMore(law, {
        message: `invoices were sent to ${email} one after the other`,
        slug,
        before,
        accepted: isSuccess(exchange) ? 1 : 0,
        exchanges: sent.map((one) => one.exchange),
      })
  },
})
