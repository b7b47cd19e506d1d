import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import type { Email } from '../../server/store/platform.ts'
import { changing, readSettings, remember, updateSettings } from '../settings/change.ts'
import { emailsOf, judgeArrived, newOnes, send, settledEmails } from './mailbox.ts'
import { sendables, type Sendable } from './recipients.ts'

/** email.recipient: a store that has copies sent to itself has its emails sent to the customer all the same, each time. */
export const emailCopied = check('email.recipient', {
  name: 'the recipient of emails while the store gets copies',
  needs: ['email', 'mailbox', 'writes'],
  run: changing(async (law) => {
    if (!law.target.allow.has('settings')) return law.leaveOut('invoice_bcc (needs --allow settings)')
    const { shown } = await readSettings(law)
    remember(law, shown, ['invoice_bcc', 'invoice_bcc_email'])
    const copies = { invoice_bcc: true, invoice_bcc_email: `copies.${law.marker}@example.com` }
    if (!isSuccess(await updateSettings(law, copies))) return law.missing('the server sends no copies')
    const [to] = await sendables(law)
    for (const _ of ['once', 'again']) await judgeCustomer(law, to)
  }),
})

/** The copy may be an email of its own, and come first. */
const LATER_MS = 2000

async function judgeCustomer(law: Law, { slug, email, read }: Sendable): Promise<void> {
  const isRight = ({ to }: Email) => String(to).trim().toLowerCase() === email.toLowerCase()
  const before = await settledEmails(law, slug)
  const exchange = law.success(await send(law, slug))
  const first = await judgeArrived(law, slug, before, exchange, isRight)
  if (!isRight(first.email)) await law.pause(LATER_MS)
  const came = newOnes(await emailsOf(law, slug), before)
  law.judge(isRight(first.email) || came.some(isRight), {
    expected: `an email to ${email}`,
    got: `to ${came.map(({ to }) => JSON.stringify(to)).join(' and ')}`,
    exchanges: [read, exchange],
  })
}
