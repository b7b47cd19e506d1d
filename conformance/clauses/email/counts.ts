import { type Check, check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { mayHaveDoneNothing } from '../../server/store/platform.ts'
import { editedInvoices, regenerate } from './edited.ts'
import { awaited, emailsOf, send } from './mailbox.ts'
import { sendables } from './recipients.ts'
import { usableTemplates } from './templates.ts'

/** So long a second email may take that should not come. */
const SETTLING_MS = 60

/** One by one, several at once, and none for what was refused. */
const oneEach = check('email.mailbox', {
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
    const refused = [UNLIKELY_ID, 'none', {}].map((none) => ({ template_id: none }))
    await judgeCount(law, invoices[0].slug, refused)
  },
})

/** As many emails come as requests were accepted. */
async function judgeCount(
  law: Law,
  slug: string,
  bodies: readonly object[],
  how: 'in turn' | 'at once' = 'in turn',
): Promise<void> {
  const before = await emailsOf(law, slug)
  const exchanges: Exchange[] = []
  if (how === 'at once') exchanges.push(...(await Promise.all(bodies.map((body) => send(law, slug, body)))))
  else for (const body of bodies) exchanges.push(await send(law, slug, body))
  const accepted = exchanges.filter(isSuccess).length
  await awaited(law, slug, before.length + accepted)
  await law.pause(SETTLING_MS)
  const came = (await emailsOf(law, slug)).length - before.length
  law.judge(came === accepted, {
    message: `${accepted} of ${exchanges.length} send_email requests were accepted`,
    expected: `${accepted} emails`,
    got: `${came} emails`,
    exchanges,
    ...(came < accepted && { perhaps: mayHaveDoneNothing('emails') }),
  })
}

/** For two invoices that go to one address: each email stands for itself. */
const oneAddress = check('email.mailbox', {
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
    for (const {
      invoice: { slug },
    } of creations)
      sent.push({ slug, before: (await emailsOf(law, slug)).length, exchange: await send(law, slug) })
    for (const { slug, before, exchange } of sent) {
      const accepted = isSuccess(exchange) ? 1 : 0
      const came = (await awaited(law, slug, before + accepted)).length - before
      law.judge(came === accepted, {
        message: `invoices were sent to ${email} one after the other`,
        expected: `${accepted} more email of invoice ${slug}`,
        got: `${came} more`,
        exchanges: sent.map((one) => one.exchange),
      })
    }
  },
})

export const emailCounts: readonly Check[] = [oneEach, oneAddress]
