import { setTimeout as sleep } from 'node:timers/promises'
import type { Check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { UNLIKELY_ID } from '../../server/learn/preflight.ts'
import { mayHaveDoneNothing } from '../../server/store/platform.ts'
import { editedInvoices, regenerate } from './edited.ts'
import { awaited, emailsOf, send } from './mailbox.ts'
import { usableTemplates } from './queued.ts'
import { sendables } from './recipients.ts'

/** So long a second email may take that should not come. */
const SETTLING_MS = 60
const MAILBOX = 'email.mailbox'

/** email.mailbox: one by one, several at once, and none for what was refused. */
const oneEach: Check = {
  name: 'the mailbox after emails were sent',
  clauses: [MAILBOX],
  async run(trial) {
    const invoices = await sendables(trial)
    const [template_id] = await usableTemplates(trial)
    for (const { slug } of invoices) {
      await judgeCount(trial, slug, () => inTurn(trial, slug, 1))
      await judgeCount(trial, slug, () => inTurn(trial, slug, 2))
      await judgeCount(trial, slug, () => Promise.all(Array.from({ length: 4 }, () => send(trial, slug))))
      if (template_id !== undefined)
        await judgeCount(trial, slug, async () => [await send(trial, slug, { template_id })])
    }
    await judgeCount(trial, invoices[0].slug, () => refusals(trial, invoices[0].slug))
  },
}

async function inTurn(trial: Trial, slug: string, times: number): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for (let time = 1; time <= times; time++) exchanges.push(await send(trial, slug))
  return exchanges
}

async function refusals(trial: Trial, slug: string): Promise<Exchange[]> {
  return [
    await send(trial, slug, { template_id: UNLIKELY_ID }),
    await send(trial, slug, { template_id: 'none' }),
    await send(trial, slug, { template_id: {} }),
  ]
}

/** As many emails come as requests were accepted. */
async function judgeCount(trial: Trial, slug: string, sending: () => Promise<Exchange[]>): Promise<void> {
  const before = await emailsOf(trial, slug)
  const exchanges = await sending()
  const accepted = exchanges.filter(isSuccess).length
  await awaited(trial, slug, before.length + accepted)
  await sleep(SETTLING_MS)
  const came = (await emailsOf(trial, slug)).length - before.length
  trial.judge(MAILBOX, came === accepted, {
    message: `${accepted} of ${exchanges.length} send_email requests were accepted`,
    expected: `${accepted} emails`,
    got: `${came} emails`,
    exchanges,
    ...(came < accepted && { perhaps: mayHaveDoneNothing('emails') }),
  })
}

/** email.mailbox, for two invoices that go to one address: each email stands for itself. */
const oneAddress: Check = {
  name: 'emails of two invoices to one address',
  clauses: [MAILBOX],
  needs: ['email', 'mailbox', 'edit_order'],
  async run(trial) {
    const creations = await editedInvoices(trial)
    const email = `both.${trial.session.marker}@example.com`
    for (const one of creations) {
      await trial.session.platform.edit(one.order_id, one.draft, { customer: { email } })
      await regenerate(trial, one)
    }
    const slugs = creations.map(({ invoice }) => invoice.slug)
    const before = await Promise.all(slugs.map((slug) => emailsOf(trial, slug)))
    const exchanges: Exchange[] = []
    for (const slug of slugs) exchanges.push(await send(trial, slug))
    for (const [index, slug] of slugs.entries()) {
      const accepted = isSuccess(exchanges[index]!) ? 1 : 0
      const emails = await awaited(trial, slug, before[index]!.length + accepted)
      trial.judge(MAILBOX, emails.length === before[index]!.length + accepted, {
        message: `invoices were sent to ${email} one after the other`,
        expected: `${accepted} more email of invoice ${slug}`,
        got: `${emails.length - before[index]!.length} more`,
        exchanges,
      })
    }
  },
}

/** email.mailbox. */
export const emailCounts: readonly Check[] = [oneEach, oneAddress]
