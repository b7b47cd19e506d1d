import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { packable } from '../create/packed.ts'
import { isTemplateGone, judgeUnknownTemplate, missingTemplates } from '../unknown-template.ts'
import { withTemplate } from '../with-template.ts'
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

export const emailTemplate = check(['email.template', 'email.queued', 'email.template-unknown'], {
  name: 'sending an invoice with each template',
  async run(law) {
    const [one, ...others] = await sendables(law)
    const templates = (await usableTemplates(law)).map((template_id) => ({ template_id }))
    for (const body of await packable(law, one.draft, templates)) {
      const sent = await send(law, one.slug, body)
      if (isSuccess(sent) || !(await isTemplateGone(law, body.template_id))) judgeMessage(law, sent)
    }
    for (const { slug, draft } of others)
      for (const body of (await packable(law, draft, templates)).slice(0, 1))
        judgeMessage(law, await send(law, slug, body))
    const gone = await judgeNewTemplate(law, one.slug)
    const isNewOneTried = gone !== null
    // The template of its last document, and of its last email, is deleted.
    if (isNewOneTried) judgeMessage(law.of('email.queued'), await send(law, one.slug))
    if (isNewOneTried) await judgeDeleted(law.of('email.template-unknown'), one.slug, gone)
    if (templates.length === 0 && !isNewOneTried)
      law.notExercised('the store has no invoice or packing slip template')
  },
})

/** A template that came after emails were sent, as it was created and as it was updated. */
const judgeNewTemplate = (law: Law, slug: string) =>
  withTemplate(law, {}, async ({ id, name }) => {
    judgeMessage(law, await send(law, slug, { template_id: id }))
    await law.call('updateTemplate', { params: { id }, body: { template: { name: `${name} again` } } })
    await law.call('readInvoicePdf', { params: { slug }, query: { template_id: id } })
    judgeMessage(law, await send(law, slug, { template_id: id }))
    return id
  })

/** The one that the same invoice was sent with before it was deleted. */
const judgeDeleted = async (law: Law, slug: string, template_id: number): Promise<void> =>
  judgeUnknownTemplate(law, 'sendInvoiceEmail', await send(law, slug, { template_id }), slug)

export const emailTemplateUnknown = check('email.template-unknown', {
  name: 'sending an invoice with a template that does not exist',
  async run(law) {
    const [{ slug }, ...others] = await sendables(law)
    for await (const template_id of missingTemplates(law))
      await judgeUnknownTemplate(law, 'sendInvoiceEmail', await send(law, slug, { template_id }), slug)
    if (law.observed('template.unknown') === 'default_template') return
    // That of a draft order.
    for (const { slug: other } of others) {
      const answer = await send(law, other, { template_id: UNLIKELY_ID })
      await judgeUnknownTemplate(law, 'sendInvoiceEmail', answer, other)
    }
  },
})
