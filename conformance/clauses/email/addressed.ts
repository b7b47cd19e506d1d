import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Creation } from '../../server/activity/new-invoices.ts'
import { packable } from '../create/packed.ts'
import { editedInvoices, regenerate } from './edited.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { awaited, judgeArrived, judgeSent, newOnes, othersSend, send, settledEmails } from './mailbox.ts'
import type { Email } from '../../server/store/platform.ts'
import { withTemplate } from '../with-template.ts'
import { sendable, sendables } from './recipients.ts'
import { isTemplateGone } from '../unknown-template.ts'
import { usableTemplates } from './templates.ts'

export const emailRecipient = check('email.recipient', {
  name: 'the recipient of an email',
  async run(law) {
    for (const { slug } of await sendables(law)) await judgeRecipient(law, slug)
  },
})

/** The invoice is read before and after, lest someone else changes it meanwhile. */
export async function judgeRecipient(law: Law, slug: string, body?: object): Promise<void> {
  const before = await sendable(law, slug)
  const isRight = ({ to }: Email) => String(to).trim().toLowerCase() === before?.email.toLowerCase()
  const { email, exchange } = await judgeSent(law, slug, body, isRight)
  const after = await sendable(law, slug)
  if (!before || before.email !== after?.email) return
  law.judge(isRight(email), {
    expected: `an email to ${before.email}`,
    got: `to ${JSON.stringify(email.to)}`,
    exchanges: [before.read, exchange],
  })
}

/** After an edit the invoice still shows the old email, unless it follows; once it is regenerated, the new one, by a template too. */
export const emailRecipientAfterEdit = check('email.recipient', {
  name: 'the recipient of an email after the order was edited',
  needs: ['email', 'mailbox', 'edit_order'],
  async run(law: Law) {
    const [one, other] = await editedInvoices(law)
    if (!one) law.notExercised('no order with a customer email is left that a hook edits')
    const judged = await withTemplate(law, {}, async ({ id }) => {
      await judgeMoves(law, one, MOVES, [undefined, { template_id: id }])
      return true
    })
    if (!judged) await judgeMoves(law, one, MOVES, [undefined])
    if (other) await judgeMoves(law, other, MOVES.slice(0, 1), [undefined])
  },
})

/** Where the customer moves, one address after the other. */
const MOVES = ['moved', 'moved.again', 'moved+tag']

/** Each time it is sent in the same ways. */
async function judgeMoves(
  law: Law,
  one: Creation,
  moves: readonly string[],
  bodies: readonly (object | undefined)[],
): Promise<void> {
  const { slug } = one.invoice
  for (const name of moves) {
    const email = `${name}.${law.marker}@example.com`
    await law.platform.edit(one.order_id, one.draft, { customer: { email } })
    await judgeRecipient(law, slug)
    law.success(await regenerate(law, one))
    for (const body of bodies) await judgeRecipient(law, slug, body)
  }
}

export const emailTemplateUsed = check('email.template-used', {
  name: 'the template of an email',
  async run(law) {
    const [{ slug, draft }] = await sendables(law)
    const all = (await usableTemplates(law)).map((template_id) => ({ template_id }))
    const templates = (await packable(law, draft, all)).map(({ template_id }) => template_id)
    if (templates.length === 0) law.notExercised('the store has no invoice or packing slip template')
    for (const template_id of templates) {
      const before = await settledEmails(law, slug)
      const sent = await send(law, slug, { template_id })
      if (!isSuccess(sent) && (await isTemplateGone(law, template_id))) continue
      const isRight = (email: Email) => email.template_id === template_id
      const { email, exchange } = await judgeArrived(law, slug, before, law.success(sent), isRight)
      law.judge(isRight(email), {
        expected: `an email with template ${template_id}`,
        got: `with template ${JSON.stringify(email.template_id)}`,
        exchanges: exchange,
      })
    }
    await judgeAtOnce(law, slug, templates.slice(0, 2))
  },
})

/** Of emails that are sent at once each carries the template that was asked for. */
async function judgeAtOnce(law: Law, slug: string, templates: readonly number[]): Promise<void> {
  const before = await settledEmails(law, slug)
  const exchanges = await Promise.all(templates.map((template_id) => send(law, slug, { template_id })))
  if (!exchanges.every(isSuccess)) return
  const emails = newOnes(await awaited(law, slug, before.length + templates.length), before)
  if (emails.length < templates.length) return
  const came: unknown[] = emails.map(({ template_id }) => template_id)
  const isEachThere = templates.every((id) => came.includes(id))
  if (!isEachThere && (await othersSend(law, slug))) return
  law.judge(isEachThere, {
    message: `emails of invoice ${slug} were sent at once`,
    expected: `one with each of the templates ${templates.join(', ')}`,
    got: `with ${JSON.stringify(came)}`,
    exchanges,
  })
}
