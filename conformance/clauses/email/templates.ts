import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { createTemplate, deleteOwn } from '../../server/store/own-records.ts'
import { judgeUnknownTemplate, missingTemplates } from '../unknown-template.ts'
import { send } from './mailbox.ts'
import { judgeMessage } from './queued.ts'
import { sendables } from './recipients.ts'

const MOST = 4

/** Templates of the store that a document can be made with; whether a credit note's can is not said. */
export async function usableTemplates(law: Law): Promise<number[]> {
  const items = await law.store.lastingTemplates()
  const usable = items.filter(({ template_type }) => template_type !== 'credit_note')
  const [first, ...rest] = usable.map(({ id }) => id)
  // The last one is the least likely to be the default.
  return first === undefined ? [] : [...rest.toReversed(), first].slice(0, MOST)
}

const template = check('email.template', {
  name: 'sending an invoice with each template',
  async run(law) {
    const [one, ...others] = await sendables(law)
    const templates = await usableTemplates(law)
    for (const template_id of templates) judgeMessage(law, await send(law, one.slug, { template_id }))
    for (const { slug } of others)
      for (const template_id of templates.slice(0, 1))
        judgeMessage(law, await send(law, slug, { template_id }))
    if (law.permits('createTemplate')) await judgeNewTemplate(law, one.slug)
    else if (templates.length === 0) law.notExercised('the store has no invoice or packing slip template')
  },
})

/** A template that came after emails were sent. */
async function judgeNewTemplate(law: Law, slug: string): Promise<void> {
  const { record } = await createTemplate(law.session)
  if (!record) return
  try {
    judgeMessage(law, await send(law, slug, { template_id: record.id }))
  } finally {
    await deleteOwn(law.session, 'templates', record.id)
  }
}

const templateUnknown = check('email.template-unknown', {
  name: 'sending an invoice with a template that does not exist',
  async run(law) {
    const [{ slug }] = await sendables(law)
    for await (const template_id of missingTemplates(law.session))
      await judgeUnknownTemplate(law, 'sendInvoiceEmail', await send(law, slug, { template_id }), slug)
  },
})

export const emailTemplates: readonly Check[] = [template, templateUnknown]
