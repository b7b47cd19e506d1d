import { setTimeout as sleep } from 'node:timers/promises'
import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Check } from '../../check.ts'
import { isObject, isSuccess, type Exchange } from '../../client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { UNLIKELY_ID } from '../../learn/preflight.ts'
import type { Email } from '../../store/platform.ts'
import { editedInvoice } from '../regenerate/edited-invoice.ts'
import { usableTemplates } from './queued.ts'
import { sendable, sendables } from './recipients.ts'

/** An email that is queued is in the mailbox at once, or after a queue of its own; longer is not waited. */
const LONGEST_WAIT_MS = 5000
/** So long a second email may take that should not come. */
const SETTLING_MS = 60

async function emailsOf(trial: Trial, slug: string): Promise<Email[]> {
  const emails: unknown[] = await trial.session.platform.emails()
  const own = emails.filter(
    (email) => isObject(email) && String(email['slug']).toLowerCase() === slug.toLowerCase(),
  )
  return own as Email[]
}

/** The invoice's emails once there are `count`, or as many as there are after the longest wait. */
async function awaited(trial: Trial, slug: string, count: number): Promise<Email[]> {
  const until = Date.now() + Math.min(LONGEST_WAIT_MS, trial.session.target.patience_ms)
  for (let pause = 10; ; pause *= 2) {
    const emails = await emailsOf(trial, slug)
    if (emails.length >= count || Date.now() > until) return emails
    await sleep(pause)
  }
}

const send = (trial: Trial, slug: string, body: object = {}) =>
  trial.call('sendInvoiceEmail', { params: { slug }, body })

/** Sends once; the clause demands one new email, which is returned. */
async function judgeSent(
  trial: Trial,
  clause: ClauseId,
  slug: string,
  body?: object,
): Promise<{ email: Email; exchange: Exchange }> {
  const before = await emailsOf(trial, slug)
  const exchange = trial.success(clause, await send(trial, slug, body))
  const emails = await awaited(trial, slug, before.length + 1)
  const email = newest(emails, before)
  if (!email)
    trial.fail(clause, {
      expected: 'an email of this invoice in the mailbox',
      got: 'none came',
      exchanges: exchange,
    })
  return { email, exchange }
}

/** The mailbox need not be in any order: the email that was not there before. */
function newest(emails: readonly Email[], before: readonly Email[]): Email | undefined {
  const left = before.map((email) => JSON.stringify(email))
  return emails.find((email) => {
    const at = left.indexOf(JSON.stringify(email))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const MAILBOX = 'email.mailbox'

/** email.mailbox: one by one, several at once, and none for what was refused. */
const oneEach: Check = {
  name: 'the mailbox after emails were sent',
  clauses: [MAILBOX],
  async run(trial) {
    const invoices = await sendables(trial)
    for (const { slug } of invoices.slice(0, 2)) {
      await judgeCount(trial, slug, () => inTurn(trial, slug, 1))
      await judgeCount(trial, slug, () => inTurn(trial, slug, 2))
      await judgeCount(trial, slug, () => Promise.all(Array.from({ length: 4 }, () => send(trial, slug))))
    }
    for (const { slug } of invoices.slice(0, 1)) await judgeCount(trial, slug, () => refusals(trial, slug))
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
  })
}

const RECIPIENT = 'email.recipient'

const recipient: Check = {
  name: 'the recipient of an email',
  clauses: [RECIPIENT],
  async run(trial) {
    for (const { slug } of await sendables(trial)) await judgeRecipient(trial, slug)
  },
}

/** The invoice is read before and after, lest someone else changes it meanwhile. */
async function judgeRecipient(trial: Trial, slug: string): Promise<void> {
  const before = await sendable(trial, slug)
  const { email, exchange } = await judgeSent(trial, RECIPIENT, slug)
  const after = await sendable(trial, slug)
  if (!before || before.email !== after?.email) return
  trial.judge(RECIPIENT, String(email.to).trim().toLowerCase() === before.email.toLowerCase(), {
    expected: `an email to ${before.email}`,
    got: `to ${JSON.stringify(email.to)}`,
    exchanges: [before.read, exchange],
  })
}

/** After an edit the invoice still shows the old email, unless it follows; once it is regenerated, the new one. */
const recipientAfterEdit: Check = {
  name: 'the recipient of an email after the order was edited',
  clauses: [RECIPIENT],
  needs: ['email', 'mailbox', 'edit_order'],
  async run(trial: Trial) {
    const creation = (await editedInvoice(trial.session, false)) ?? (await editedInvoice(trial.session, true))
    if (!creation) trial.notExercised('no order is left that a hook edits')
    const { order_id, draft, invoice } = creation
    if (!(await sendable(trial, invoice.slug)))
      trial.notExercised('the order that a hook edits has no customer email')
    for (const name of ['moved', 'again']) {
      const email = `${name}.${trial.session.marker}@example.com`
      await trial.session.platform.edit(order_id, draft, { customer: { email } })
      await judgeRecipient(trial, invoice.slug)
      trial.success(RECIPIENT, await trial.call('regenerateInvoice', { params: { slug: invoice.slug } }))
      await judgeRecipient(trial, invoice.slug)
    }
  },
}

const USED = 'email.template-used'

const templateUsed: Check = {
  name: 'the template of an email',
  clauses: [USED],
  async run(trial) {
    const [one] = await sendables(trial)
    const templates = await usableTemplates(trial)
    if (templates.length === 0) trial.notExercised('the store has no invoice or packing slip template')
    for (const template_id of templates) {
      const { email, exchange } = await judgeSent(trial, USED, one!.slug, { template_id })
      trial.judge(USED, email.template_id === template_id, {
        expected: `an email with template ${template_id}`,
        got: `with template ${JSON.stringify(email.template_id)}`,
        exchanges: exchange,
      })
    }
  },
}

export const emailMailbox: readonly Check[] = [oneEach, recipient, recipientAfterEdit, templateUsed]
