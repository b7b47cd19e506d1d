import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { mayReceive } from '../../server/client/permissions/recipients.ts'
import type { Fields } from '../records/record-kind.ts'
import { changing, readSettings, remember, updateSettings } from '../settings/change.ts'
import { isTo, send, settledEmails, untilRight } from './mailbox.ts'
import { sendables, type Sendable } from './recipients.ts'

/** email.recipient: a store that has copies sent to itself has its emails sent to the customer all the same, each time. */
export const emailCopied = check('email.recipient', {
  name: 'the recipient of emails while the store gets copies',
  needs: ['email', 'mailbox', 'writes'],
  run: changing(async (law) => {
    if (!law.target.allow.has('settings')) return law.leaveOut('invoice_bcc (needs --allow settings)')
    const [to] = await sendables(law)
    const { shown } = await readSettings(law)
    const copies = copiesOf(law, shown)
    if (!copies) return law.missing('the settings show no invoice_bcc, or no address for it')
    remember(law, shown, Object.keys(copies))
    try {
      if (!isSuccess(await updateSettings(law, copies))) return law.missing('the server sends no copies')
      for (const _ of ['once', 'again']) await judgeCustomer(law, to)
    } finally {
      // By itself: an address that was empty may not be taken back, and would keep the copies on.
      await updateSettings(law, { invoice_bcc: shown['invoice_bcc'] })
      if ('invoice_bcc_email' in copies)
        await updateSettings(law, { invoice_bcc_email: shown['invoice_bcc_email'] })
    }
  }),
})

/** Copies to the store's own address, and to one of ours where there is none or the target does not allow it. */
function copiesOf(law: Law, { invoice_bcc, invoice_bcc_email }: Fields): Fields | null {
  if (typeof invoice_bcc !== 'boolean' || typeof invoice_bcc_email !== 'string') return null
  const own = { invoice_bcc_email: `copies.${law.marker}@example.com` }
  const isAllowed = mayReceive(invoice_bcc_email, law.target, law.session.client.guard.sightings)
  return { invoice_bcc: true, ...((invoice_bcc_email === '' || !isAllowed) && own) }
}

/** The copy may come first. */
async function judgeCustomer(law: Law, { slug, email, read }: Sendable): Promise<void> {
  const isRight = isTo(email)
  const before = await settledEmails(law, slug)
  const exchange = law.success(await send(law, slug))
  const came = await untilRight(law, slug, before, isRight)
  law.judge(came.some(isRight), {
    expected: `an email to ${email}`,
    got: came.length > 0 ? `to ${came.map(({ to }) => JSON.stringify(to)).join(' and ')}` : 'none',
    exchanges: [read, exchange],
  })
}
