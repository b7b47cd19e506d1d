import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Check } from '../../judge/check.ts'
import { isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { judgeUnknownTemplate } from '../unknown-template.ts'
import { judgeUnknownSlugs } from '../unknown-slugs.ts'
import { createTemplate, deleteOwn } from '../../server/store/own-records.ts'
import { sendables, type Sendable } from './recipients.ts'
import { missingTemplates } from '../create/missing-templates.ts'

/** The clause demands a message; returns it. */
export function judgeMessage(trial: Trial, clause: ClauseId, exchange: Exchange): string {
  trial.success(clause, exchange, 'a success with a message')
  const message = member(exchange, 'message')
  trial.judge(clause, typeof message === 'string' && message.trim() !== '', {
    expected: 'an object with a non-empty message (string)',
    exchanges: exchange,
  })
  trial.session.observations.observe('status.queued', exchange.response.status, exchange)
  return message as string
}

const TIMES = 3

/** email.queued: for several invoices, the first time and again. */
const queued: Check = {
  name: 'sending an invoice again and again',
  clauses: ['email.queued'],
  async run(trial) {
    for (const { slug } of await sendables(trial)) {
      for (let time = 1; time <= TIMES; time++)
        judgeMessage(
          trial,
          'email.queued',
          await trial.call('sendInvoiceEmail', { params: { slug }, body: {} }),
        )
    }
  },
}

/** Words of queueing, sending and delivery, in English and some other languages. */
const SAYS_SO =
  /queu|sen[dt]|deliver|schedul|dispatch|outbox|on its way|transmi|forward|ship|mailed|post(?:ed|ing)|pending|warteschlange|versand|versend|gesendet|zugestellt|zustell|envoi|envoy|livr|enviad|enviar|encol|cola|inviat|invi[oa]|consegn|coda|fila|enfileir|leverans|levering|k\u00f6|verschick|zugesandt|kolej|wys[l\u0142y]|verzonden|wachtrij/i

const saysSo: Check = {
  name: 'what the answer to a sent invoice says',
  clauses: ['email.queued-says-so'],
  async run(trial) {
    const [one] = await sendables(trial)
    const exchange = await trial.call('sendInvoiceEmail', { params: { slug: one.slug }, body: {} })
    const message = judgeMessage(trial, 'email.queued-says-so', exchange)
    if (!SAYS_SO.test(message) && /\P{ASCII}/u.test(message))
      return trial.missing(
        'email.queued-says-so',
        `the message is in a language that is not known here: ${message}`,
      )
    trial.judge('email.queued-says-so', SAYS_SO.test(message), {
      expected: 'a message that speaks of queueing, sending or delivery',
      got: JSON.stringify(message),
      exchanges: exchange,
    })
  },
}

const MOST_TEMPLATES = 4

/** Templates of the store that a document can be made with; whether a credit note's can is not said. */
export async function usableTemplates(trial: Trial): Promise<number[]> {
  const items = await trial.session.inventory.lastingTemplates()
  const usable = items.filter(({ template_type }) => template_type !== 'credit_note')
  const [first, ...rest] = usable.map(({ id }) => id)
  // The last one is the least likely to be the default.
  return first === undefined ? [] : [...rest.toReversed(), first].slice(0, MOST_TEMPLATES)
}

const TEMPLATE = 'email.template'

const template: Check = {
  name: 'sending an invoice with each template',
  clauses: [TEMPLATE],
  async run(trial) {
    const [one, ...others] = await sendables(trial)
    const templates = await usableTemplates(trial)
    for (const id of templates) await judgeTemplate(trial, one, id)
    for (const other of others) for (const id of templates.slice(0, 1)) await judgeTemplate(trial, other, id)
    if (trial.session.client.permits('createTemplate')) await judgeNewTemplate(trial, one)
    else if (templates.length === 0) trial.notExercised('the store has no invoice or packing slip template')
  },
}

async function judgeTemplate(trial: Trial, { slug }: Sendable, template_id: number): Promise<void> {
  const exchange = await trial.call('sendInvoiceEmail', { params: { slug }, body: { template_id } })
  judgeMessage(trial, TEMPLATE, exchange)
}

/** A template that came after emails were sent. */
async function judgeNewTemplate(trial: Trial, one: Sendable): Promise<void> {
  const { record } = await createTemplate(trial.session)
  if (!record) return
  try {
    await judgeTemplate(trial, one, record.id)
  } finally {
    await deleteOwn(trial.session, 'templates', record.id)
  }
}

const templateUnknown: Check = {
  name: 'sending an invoice with a template that does not exist',
  clauses: ['email.template-unknown'],
  async run(trial) {
    const [one] = await sendables(trial)
    for await (const template_id of missingTemplates(trial.session)) {
      const exchange = await trial.call('sendInvoiceEmail', {
        params: { slug: one.slug },
        body: { template_id },
      })
      await judgeUnknownTemplate(trial, 'email.template-unknown', exchange, one.slug)
    }
  },
}

const unknown: Check = {
  name: 'sending invoices that do not exist',
  clauses: ['email.unknown'],
  run: (trial) => judgeUnknownSlugs(trial, 'email.unknown', 'sendInvoiceEmail', [{ body: {} }]),
}

/** What happens to an invoice that nobody can be sent (question email.no_address). */
const noAddress: Check = {
  name: 'sending an invoice without a customer email',
  clauses: ['email.queued'],
  async run(trial) {
    const { items } = await trial.session.inventory.invoices()
    const mute = items.find(({ customer_email }) => customer_email == null || customer_email === '')
    if (!mute)
      return trial.session.observations.unobserved('email.no_address', 'no invoice lacks a customer email')
    const exchange = await trial.call('sendInvoiceEmail', { params: { slug: mute.slug }, body: {} })
    const isRefused = trial.session.kinds.is('unprocessable', exchange)
    if (isSuccess(exchange)) trial.session.observations.observe('email.no_address', 'queued', exchange)
    else if (isRefused) trial.session.observations.observe('email.no_address', 'unprocessable', exchange)
  },
}

export const emailAnswers: readonly Check[] = [queued, saysSo, template, templateUnknown, unknown, noAddress]
