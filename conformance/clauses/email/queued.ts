import type { ClauseId } from '../../../schemas/clauses.ts'
import { type Check, check } from '../../judge/check.ts'
import { isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { judgeUnknownTemplate, missingTemplates } from '../unknown-template.ts'
import { judgeUnknownSlugs } from '../unknown-slugs.ts'
import { createTemplate, deleteOwn } from '../../server/store/own-records.ts'
import { sendables, type Sendable } from './recipients.ts'

/** The clause demands a message; returns it. */
export function judgeMessage(law: Law, clause: ClauseId, exchange: Exchange): string {
  law.of(clause).success(exchange, 'a success with a message')
  const message = member(exchange, 'message')
  law.of(clause).judge(typeof message === 'string' && message.trim() !== '', {
    expected: 'an object with a non-empty message (string)',
    exchanges: exchange,
  })
  law.observe('status.queued', exchange.response.status, exchange)
  return message as string
}

const TIMES = 3

/** email.queued: for several invoices, the first time and again. */
const queued = check('email.queued', {
  name: 'sending an invoice again and again',
  async run(law) {
    for (const { slug } of await sendables(law)) {
      for (let time = 1; time <= TIMES; time++)
        judgeMessage(law, 'email.queued', await law.call('sendInvoiceEmail', { params: { slug }, body: {} }))
    }
  },
})

/** Words of queueing, sending and delivery, in English and some other languages. */
const SAYS_SO =
  /queu|sen[dt]|deliver|schedul|dispatch|outbox|on its way|transmi|forward|ship|mailed|post(?:ed|ing)|pending|warteschlange|versand|versend|gesendet|zugestellt|zustell|envoi|envoy|livr|enviad|enviar|encol|cola|inviat|invi[oa]|consegn|coda|fila|enfileir|leverans|levering|k\u00f6|verschick|zugesandt|kolej|wys[l\u0142y]|verzonden|wachtrij/i

const saysSo = check('email.queued-says-so', {
  name: 'what the answer to a sent invoice says',
  async run(law) {
    const [one] = await sendables(law)
    const exchange = await law.call('sendInvoiceEmail', { params: { slug: one.slug }, body: {} })
    const message = judgeMessage(law, 'email.queued-says-so', exchange)
    if (!SAYS_SO.test(message) && /\P{ASCII}/u.test(message))
      return law
        .of('email.queued-says-so')
        .missing(`the message is in a language that is not known here: ${message}`)
    law.of('email.queued-says-so').judge(SAYS_SO.test(message), {
      expected: 'a message that speaks of queueing, sending or delivery',
      got: JSON.stringify(message),
      exchanges: exchange,
    })
  },
})

const MOST_TEMPLATES = 4

/** Templates of the store that a document can be made with; whether a credit note's can is not said. */
export async function usableTemplates(law: Law): Promise<number[]> {
  const items = await law.store.lastingTemplates()
  const usable = items.filter(({ template_type }) => template_type !== 'credit_note')
  const [first, ...rest] = usable.map(({ id }) => id)
  // The last one is the least likely to be the default.
  return first === undefined ? [] : [...rest.toReversed(), first].slice(0, MOST_TEMPLATES)
}

const TEMPLATE = 'email.template'

const template = check('email.template', {
  name: 'sending an invoice with each template',
  async run(law) {
    const [one, ...others] = await sendables(law)
    const templates = await usableTemplates(law)
    for (const id of templates) await judgeTemplate(law, one, id)
    for (const other of others) for (const id of templates.slice(0, 1)) await judgeTemplate(law, other, id)
    if (law.permits('createTemplate')) await judgeNewTemplate(law, one)
    else if (templates.length === 0) law.notExercised('the store has no invoice or packing slip template')
  },
})

async function judgeTemplate(law: Law, { slug }: Sendable, template_id: number): Promise<void> {
  const exchange = await law.call('sendInvoiceEmail', { params: { slug }, body: { template_id } })
  judgeMessage(law, TEMPLATE, exchange)
}

/** A template that came after emails were sent. */
async function judgeNewTemplate(law: Law, one: Sendable): Promise<void> {
  const { record } = await createTemplate(law.session)
  if (!record) return
  try {
    await judgeTemplate(law, one, record.id)
  } finally {
    await deleteOwn(law.session, 'templates', record.id)
  }
}

const templateUnknown = check('email.template-unknown', {
  name: 'sending an invoice with a template that does not exist',
  async run(law) {
    const [one] = await sendables(law)
    for await (const template_id of missingTemplates(law.session)) {
      const exchange = await law.call('sendInvoiceEmail', {
        params: { slug: one.slug },
        body: { template_id },
      })
      await judgeUnknownTemplate(law, 'sendInvoiceEmail', exchange, one.slug)
    }
  },
})

const unknown = check('email.unknown', {
  name: 'sending invoices that do not exist',
  run: (law) => judgeUnknownSlugs(law, 'sendInvoiceEmail', [{ body: {} }]),
})

/** What happens to an invoice that nobody can be sent (question email.no_address). */
const noAddress = check('email.queued', {
  name: 'sending an invoice without a customer email',
  async run(law) {
    const { items } = await law.store.invoices()
    const mute = items.find(({ customer_email }) => customer_email == null || customer_email === '')
    if (!mute) return law.unobserved('email.no_address', 'no invoice lacks a customer email')
    const exchange = await law.call('sendInvoiceEmail', { params: { slug: mute.slug }, body: {} })
    const isRefused = law.is('unprocessable', exchange)
    if (isSuccess(exchange)) law.observe('email.no_address', 'queued', exchange)
    else if (isRefused) law.observe('email.no_address', 'unprocessable', exchange)
  },
})

export const emailAnswers: readonly Check[] = [queued, saysSo, template, templateUnknown, unknown, noAddress]
