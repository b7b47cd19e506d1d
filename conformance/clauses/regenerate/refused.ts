import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { unchanged } from '../../judge/relations.ts'
import type { Creation } from '../../server/activity/new-invoices.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { atOnce } from '../../judge/at-once.ts'
import { FEW_KEYS, withBadKeys, withFreeKey } from '../bad-keys.ts'
import { firstCreations, ownInvoice } from '../create/first-invoices.ts'
import { strangeTemplateIds } from '../strange-template-ids.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { judgeUnknownSlugs } from '../unknown-slugs.ts'
import { isTemplateGone, judgeUnknownTemplate, missingTemplates } from '../unknown-template.ts'
import { invoiceView } from '../views.ts'
import { withTemplate } from '../with-template.ts'
import { editedInvoice } from './edited-invoice.ts'

export const regenerateUnknown = check('regenerate.unknown', {
  name: 'regenerating invoices that do not exist',
  run: (law) => judgeUnknownSlugs(law, 'regenerateInvoice', [{}, { query: { packing_slip: true } }]),
})

export const regenerateTemplateUnknown = check('regenerate.template-unknown', {
  name: 'regenerating with a template that does not exist',
  async run(law) {
    const own = await ownInvoice(law)
    const slug = own?.invoice.slug ?? (await law.store.invoices()).items[0]?.slug
    if (slug === undefined) return law.noInvoice()
    for await (const template_id of missingTemplates(law)) await judgeRefusal(law, slug, { template_id })
    const query = { template_id: UNLIKELY_ID }
    await judgeRefusal(law, slug, { ...query, packing_slip: true })
    // Those of draft orders, which the run may regenerate if it made them; where unknown ones are refused at all.
    if (law.observed('template.unknown') === 'default_template' || own === null) return
    await judgeDeleted(law, slug)
    const drafts = (await firstCreations(law, true)).filter(({ invoice }) => invoice.slug !== slug)
    for (const { invoice } of drafts) {
      const exchange = await law.call('regenerateInvoice', { params: { slug: invoice.slug }, query })
      await judgeUnknownTemplate(law, 'regenerateInvoice', exchange, invoice.slug)
    }
  },
})

/** By a template that was there when the invoice was last regenerated, and is deleted. */
async function judgeDeleted(law: Law, slug: string): Promise<void> {
  const used = await withTemplate(law, { template_type: 'invoice' }, async ({ id: template_id }) => {
    const exchange = await law.call('regenerateInvoice', { params: { slug }, query: { template_id } })
    return isSuccess(exchange) ? template_id : null
  })
  if (used !== null && (await isTemplateGone(law, used))) await judgeRefusal(law, slug, { template_id: used })
}

/** A refused regeneration changes nothing, not even updated_at. */
async function judgeRefusal(law: Law, slug: string, query: Record<string, unknown>): Promise<void> {
  await unchanged(law, {
    views: [invoiceView(law, 'api', slug)],
    async after() {
      const exchange = await law.call('regenerateInvoice', { params: { slug }, query })
      await judgeUnknownTemplate(law, 'regenerateInvoice', exchange, slug)
      return [exchange]
    },
    // Emails that were queued before may move updated_at once they are sent.
    looks: 3,
  })
}

/** An invoice whose order can be edited, or else the check ends. */
const toEdit = async (law: Law): Promise<Creation> =>
  (await editedInvoice(law, false)) ??
  (await editedInvoice(law, true)) ??
  law.notExercised('no order is left that a hook edits')

/** An invoice may follow its order by itself, if a little later (question invoice.auto_sync). */
const FOLLOWING_MS = 2000

/** Edits its order before each look at what is refused; what moved at the first is looked at anew once it would have followed. */
const editing = (law: Law, { order_id, draft }: Creation) => ({
  looks: 2,
  async prepare(look: number) {
    await law.platform.edit(order_id, draft, { note: `Refused ${look} ${law.marker} ${law.check}` })
    if (look > 0) await law.pause(FOLLOWING_MS)
  },
})

/** What is refused does not re-sync, unless invoices follow their orders anyway. */
const notResynced = check('regenerate.template-unknown', {
  name: 'regenerating an edited order with template ids that are refused',
  needs: ['edit_order', 'writes'],
  async run(law) {
    const ids = await strangeTemplateIds(law)
    const refused = await judgeTogether(law, ids)
    // What is accepted re-syncs: the others are told by themselves.
    if (refused.length < ids.length) await judgeTogether(law, refused)
  },
})

/** Regenerates an edited invoice with each of these, and returns those that were refused. */
async function judgeTogether(law: Law, ids: readonly unknown[]): Promise<unknown[]> {
  const edited = await toEdit(law)
  const params = { slug: edited.invoice.slug }
  let answers: readonly Exchange[] = []
  await unchanged(law, {
    ...editing(law, edited),
    views: [invoiceView(law, 'api', params.slug)],
    async after() {
      answers = await atOnce(ids, (template_id) =>
        law.call('regenerateInvoice', { params, query: { template_id }, odd: law.allows('hostile-input') }),
      )
      return answers
    },
  })
  return ids.filter((_, index) => !answers.slice(index, index + 1).some(isSuccess))
}

/** Nor does what is sent without a key, with keys that are nearly the store's, or with one of a store on the free plan. */
const unauthorized = check(['auth.unauthorized-no-effect', 'auth.scope-invoices'], {
  name: 'regenerations that are answered unauthorized, or forbidden',
  needs: ['edit_order', 'writes'],
  async run(law) {
    const edited = await toEdit(law)
    const params = { slug: edited.invoice.slug }
    const looking = { ...editing(law, edited), views: [invoiceView(law, 'api', params.slug)] }
    const call = ['regenerateInvoice', { params }] as const
    await unchanged(law, { ...looking, after: () => withBadKeys(law, ...call, FEW_KEYS) })
    await unchanged(law.of('auth.scope-invoices'), { ...looking, after: () => withFreeKey(law, ...call) })
  },
})

export const refusedOfEdited: readonly Check[] = [notResynced, unauthorized]
