import { setTimeout as sleep } from 'node:timers/promises'
import { type Check, check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { UNLIKELY_ID } from '../../server/learn/preflight.ts'
import { mayHaveDoneNothing } from '../../server/store/platform.ts'
import { editedInvoices, regenerate } from './edited.ts'
import { awaited, emailsOf, send } from './mailbox.ts'
import { usableTemplates } from './queued.ts'
import { sendables } from './recipients.ts'

/** So long a second email may take that should not come. */
const SETTLING_MS = 60

/** email.mailbox: one by one, several at once, and none for what was refused. */
const oneEach = check('email.mailbox', {
  name: 'the mailbox after emails were sent',
  async run(law) {
    const invoices = await sendables(law)
    const [template_id] = await usableTemplates(law)
    for (const { slug } of invoices) {
      await judgeCount(law, slug, () => inTurn(law, slug, 1))
      await judgeCount(law, slug, () => inTurn(law, slug, 2))
      await judgeCount(law, slug, () => Promise.all(Array.from({ length: 4 }, () => send(law, slug))))
      if (template_id !== undefined)
        await judgeCount(law, slug, async () => [await send(law, slug, { template_id })])
    }
    await judgeCount(law, invoices[0].slug, () => refusals(law, invoices[0].slug))
  },
})

async function inTurn(law: Law, slug: string, times: number): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for (let time = 1; time <= times; time++) exchanges.push(await send(law, slug))
  return exchanges
}

async function refusals(law: Law, slug: string): Promise<Exchange[]> {
  return [
    await send(law, slug, { template_id: UNLIKELY_ID }),
    await send(law, slug, { template_id: 'none' }),
    await send(law, slug, { template_id: {} }),
  ]
}

/** As many emails come as requests were accepted. */
async function judgeCount(law: Law, slug: string, sending: () => Promise<Exchange[]>): Promise<void> {
  const before = await emailsOf(law, slug)
  const exchanges = await sending()
  const accepted = exchanges.filter(isSuccess).length
  await awaited(law, slug, before.length + accepted)
  await sleep(SETTLING_MS)
  const came = (await emailsOf(law, slug)).length - before.length
  law.judge(came === accepted, {
    message: `${accepted} of ${exchanges.length} send_email requests were accepted`,
    expected: `${accepted} emails`,
    got: `${came} emails`,
    exchanges,
    ...(came < accepted && { perhaps: mayHaveDoneNothing('emails') }),
  })
}

/** email.mailbox, for two invoices that go to one address: each email stands for itself. */
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
    const slugs = creations.map(({ invoice }) => invoice.slug)
    const before = await Promise.all(slugs.map((slug) => emailsOf(law, slug)))
    const exchanges: Exchange[] = []
    for (const slug of slugs) exchanges.push(await send(law, slug))
    for (const [index, slug] of slugs.entries()) {
      const accepted = isSuccess(exchanges[index]!) ? 1 : 0
      const emails = await awaited(law, slug, before[index]!.length + accepted)
      law.judge(emails.length === before[index]!.length + accepted, {
        message: `invoices were sent to ${email} one after the other`,
        expected: `${accepted} more email of invoice ${slug}`,
        got: `${emails.length - before[index]!.length} more`,
        exchanges,
      })
    }
  },
})

/** email.mailbox. */
export const emailCounts: readonly Check[] = [oneEach, oneAddress]
