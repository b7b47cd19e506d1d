import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { judgeUnknownSlugs } from '../unknown-slugs.ts'
import { send } from './mailbox.ts'
import { sendables } from './recipients.ts'

/** The law demands a message; returns it. */
export function judgeMessage(law: Law, exchange: Exchange): string {
  law.success(exchange, 'a success with a message')
  law.observe('status.queued', exchange.response.status, exchange)
  const message = member(exchange, 'message')
  if (typeof message !== 'string' || message.trim() === '')
    throw law.violation({
      expected: 'an object with a non-empty message (string)',
      exchanges: exchange,
    })
  law.pass()
  return message
}

const TIMES = 3

/** For several invoices, the first time and again. */
const queued = check('email.queued', {
  name: 'sending an invoice again and again',
  shows: ['status.queued'],
  async run(law) {
    const all = await sendables(law)
    for (const { slug } of all)
      for (let time = 1; time <= TIMES; time++) judgeMessage(law, await send(law, slug))
    // Whether the body may be left out is not said; the watchers see to it that nothing falls over.
    await law.call('sendInvoiceEmail', { params: { slug: all[0].slug } })
  },
})

/** Words of queueing, sending and delivery, in English and some other languages. */
const SAYS_SO =
  /queu|sen[dt]|deliver|schedul|dispatch|outbox|on its way|transmi|forward|ship|mailed|post(?:ed|ing)|pending|warteschlange|versand|versend|gesendet|zugestellt|zustell|envoi|envoy|livr|enviad|enviar|encol|cola|inviat|invi[oa]|consegn|coda|fila|enfileir|leverans|levering|k\u00f6|verschick|zugesandt|kolej|wys[l\u0142y]|verzonden|wachtrij/i

const saysSo = check('email.queued-says-so', {
  name: 'what the answer to a sent invoice says',
  async run(law) {
    const [{ slug }] = await sendables(law)
    const exchange = await send(law, slug)
    const message = judgeMessage(law, exchange)
    if (!SAYS_SO.test(message) && /\P{ASCII}/u.test(message))
      return law.missing(`the message is in a language that is not known here: ${message}`)
    law.judge(SAYS_SO.test(message), {
      expected: 'a message that speaks of queueing, sending or delivery',
      got: JSON.stringify(message),
      exchanges: exchange,
    })
  },
})

const unknown = check('email.unknown', {
  name: 'sending invoices that do not exist',
  run: (law) => judgeUnknownSlugs(law, 'sendInvoiceEmail', [{ body: {} }]),
})

/** What happens to an invoice that nobody can be sent (question email.no_address). */
const noAddress = check('email.queued', {
  name: 'sending an invoice without a customer email',
  shows: ['email.no_address'],
  async run(law) {
    const { items } = await law.store.invoices()
    const mute = items.find(({ customer_email }) => customer_email == null || customer_email === '')
    if (!mute) return law.unobserved('email.no_address', 'no invoice lacks a customer email')
    const exchange = await send(law, mute.slug)
    if (isSuccess(exchange)) law.observe('email.no_address', 'queued', exchange)
    else if (law.is('unprocessable', exchange)) law.observe('email.no_address', 'unprocessable', exchange)
  },
})

export const emailAnswers: readonly Check[] = [queued, saysSo, unknown, noAddress]
