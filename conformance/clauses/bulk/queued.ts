import { type Check, check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { bulkTurns } from '../../server/store/bulk-turns.ts'
import { createTemplate, deleteOwn } from '../../server/store/own-records.ts'
import { actionOf, invoiceIds, started } from './invoices.ts'

const NAME = 'bulk.template-name'
const COUNT = 'bulk.total-count'

const queued = check(['bulk.queued', COUNT], {
  name: 'a bulk action for one invoice',
  async run(law) {
    const { observations } = law.session
    const [id] = await invoiceIds(law)
    const { exchange } = await started(law, 'bulk.queued', { invoice_ids: [id] })
    const { status } = actionOf(law, 'bulk.queued', exchange)
    observations.observe('status.queued', exchange.response.status, exchange)
    observations.unobserved(
      'bulk.statuses',
      `a new action alone is shown: its status is ${JSON.stringify(status)}`,
    )
    await bulkTurns(law.session).end()
    judgeCount(law, exchange, 1)
    if (!bulkTurns(law.session).hasHook) return
    await started(law, 'bulk.queued', { invoice_ids: [id] })
    await bulkTurns(law.session).end()
  },
})

function judgeCount(law: Law, exchange: Exchange, count: number): void {
  const { total_count } = actionOf(law, COUNT, exchange)
  law.of(COUNT).judge(total_count === count, {
    expected: `total_count ${count}`,
    got: JSON.stringify(total_count),
    exchanges: exchange,
  })
}

/** bulk.total-count: all invoices, one, a few, in any order; where each costs the time of an action, all alone. */
const totalCount = check('bulk.total-count', {
  name: 'the total_count of bulk actions',
  async run(law) {
    const ids = await invoiceIds(law)
    const turns = bulkTurns(law.session)
    const sets = [ids, [ids.at(-1)!], ids.toReversed().slice(0, 3), ids.filter((_, index) => index % 2 === 0)]
    for (const invoice_ids of turns.hasHook ? sets : sets.slice(0, 1)) {
      const { exchange } = await started(law, COUNT, { invoice_ids })
      await turns.end()
      judgeCount(law, exchange, invoice_ids.length)
    }
  },
})

const templateName = check('bulk.template-name', {
  name: 'bulk actions with the name of a template',
  async run(law) {
    const [id] = await invoiceIds(law)
    await started(law, NAME, { invoice_ids: [id] })
    await bulkTurns(law.session).end()
    const names = await usableNames(law)
    for (const name of names) await judgeName(law, id, name)
    const { session } = law
    if (session.client.permits('createTemplate') && (names.length === 0 || bulkTurns(session).hasHook))
      await judgeOwn(law, id)
    else if (names.length === 0) law.of(NAME).missing('the store has no invoice template')
  },
})

/** Names of invoice templates, a packing slip's too; without a hook each costs the time of an action. */
async function usableNames(law: Law): Promise<string[]> {
  const items = await law.store.lastingTemplates()
  const named = items.filter(({ name }) => typeof name === 'string' && name !== '' && name.trim() === name)
  const names = ['invoice', 'packing_slip'].flatMap((type) =>
    named.filter(({ template_type }) => template_type === type).map(({ name }) => name),
  )
  return [...new Set(names)].slice(0, bulkTurns(law.session).hasHook ? 4 : 1)
}

async function judgeName(law: Law, id: number, template_name: string): Promise<void> {
  await started(law, NAME, { invoice_ids: [id], template_name })
  law.of(NAME).pass()
  await bulkTurns(law.session).end()
}

async function judgeOwn(law: Law, id: number): Promise<void> {
  const { record, input } = await createTemplate(law.session, {
    name: `Vorlage "O'Neill" 100% & Söhne ${law.marker}`,
  })
  if (!record) return
  try {
    await judgeName(law, id, input.name!)
    const template = { ...input, name: `Umbenannt ${input.name}` }
    const renamed = await law.call('updateTemplate', { params: { id: record.id }, body: { template } })
    if (isSuccess(renamed)) await judgeName(law, id, template.name)
  } finally {
    await deleteOwn(law.session, 'templates', record.id)
  }
}

/** bulk.queued, bulk.total-count and bulk.template-name. */
export const bulkQueued: readonly Check[] = [queued, totalCount, templateName]
