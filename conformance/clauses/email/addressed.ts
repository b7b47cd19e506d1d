import type { Check } from '../../judge/check.ts'
import type { Trial } from '../../judge/trial.ts'
import { editedInvoices, regenerate } from './edited.ts'
import { judgeSent } from './mailbox.ts'
import { usableTemplates } from './queued.ts'
import { sendable, sendables } from './recipients.ts'

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
    const [one] = await editedInvoices(trial)
    if (!one) trial.notExercised('no order with a customer email is left that a hook edits')
    for (const name of ['moved', 'moved.again', 'moved+tag']) {
      const email = `${name}.${trial.session.marker}@example.com`
      await trial.session.platform.edit(one.order_id, one.draft, { customer: { email } })
      await judgeRecipient(trial, one.invoice.slug)
      trial.success(RECIPIENT, await regenerate(trial, one))
      await judgeRecipient(trial, one.invoice.slug)
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
      const { email, exchange } = await judgeSent(trial, USED, one.slug, { template_id })
      trial.judge(USED, email.template_id === template_id, {
        expected: `an email with template ${template_id}`,
        got: `with template ${JSON.stringify(email.template_id)}`,
        exchanges: exchange,
      })
    }
  },
}

/** email.recipient and email.template-used. */
export const emailAddressed: readonly Check[] = [recipient, recipientAfterEdit, templateUsed]
