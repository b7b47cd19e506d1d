import type { Check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { bulkTurns } from '../../server/store/bulk-turns.ts'
import { createTemplate, deleteOwn } from '../../server/store/own-records.ts'
import { actionOf, invoiceIds, started } from './invoices.ts'

const NAME = 'bulk.template-name'
const COUNT = 'bulk.total-count'

const queued: Check = {
  name: 'a bulk action for one invoice',
  clauses: ['bulk.queued', COUNT],
  async run(trial) {
    const { observations } = trial.session
    const [id] = await invoiceIds(trial)
    const { exchange } = await started(trial, 'bulk.queued', { invoice_ids: [id] })
    const { status } = actionOf(trial, 'bulk.queued', exchange)
    observations.observe('status.queued', exchange.response.status, exchange)
    observations.unobserved(
      'bulk.statuses',
      `a new action alone is shown: its status is ${JSON.stringify(status)}`,
    )
    await bulkTurns(trial.session).end()
    judgeCount(trial, exchange, 1)
    if (!bulkTurns(trial.session).hasHook) return
    await started(trial, 'bulk.queued', { invoice_ids: [id] })
    await bulkTurns(trial.session).end()
  },
}

function judgeCount(trial: Trial, exchange: Exchange, count: number): void {
  const { total_count } = actionOf(trial, COUNT, exchange)
  trial.judge(COUNT, total_count === count, {
    expected: `total_count ${count}`,
    got: JSON.stringify(total_count),
    exchanges: exchange,
  })
}

/** bulk.total-count: all invoices, one, a few, in any order; where each costs the time of an action, all alone. */
const totalCount: Check = {
  name: 'the total_count of bulk actions',
  clauses: [COUNT],
  async run(trial) {
    const ids = await invoiceIds(trial)
    const turns = bulkTurns(trial.session)
    const sets = [ids, [ids.at(-1)!], ids.toReversed().slice(0, 3), ids.filter((_, index) => index % 2 === 0)]
    for (const invoice_ids of turns.hasHook ? sets : sets.slice(0, 1)) {
      const { exchange } = await started(trial, COUNT, { invoice_ids })
      await turns.end()
      judgeCount(trial, exchange, invoice_ids.length)
    }
  },
}

const templateName: Check = {
  name: 'bulk actions with the name of a template',
  clauses: [NAME],
  async run(trial) {
    const [id] = await invoiceIds(trial)
    await started(trial, NAME, { invoice_ids: [id] })
    await bulkTurns(trial.session).end()
    const names = await usableNames(trial)
    for (const name of names) await judgeName(trial, id, name)
    const { session } = trial
    if (session.client.permits('createTemplate') && (names.length === 0 || bulkTurns(session).hasHook))
      await judgeOwn(trial, id)
    else if (names.length === 0) trial.missing(NAME, 'the store has no invoice template')
  },
}

/** Names of invoice templates, a packing slip's too; without a hook each costs the time of an action. */
async function usableNames(trial: Trial): Promise<string[]> {
  const items = await trial.session.inventory.lastingTemplates()
  const named = items.filter(({ name }) => typeof name === 'string' && name !== '' && name.trim() === name)
  const names = ['invoice', 'packing_slip'].flatMap((type) =>
    named.filter(({ template_type }) => template_type === type).map(({ name }) => name),
  )
  return [...new Set(names)].slice(0, bulkTurns(trial.session).hasHook ? 4 : 1)
}

async function judgeName(trial: Trial, id: number, template_name: string): Promise<void> {
  await started(trial, NAME, { invoice_ids: [id], template_name })
  trial.pass(NAME)
  await bulkTurns(trial.session).end()
}

async function judgeOwn(trial: Trial, id: number): Promise<void> {
  const { record, input } = await createTemplate(trial.session, {
    name: `Vorlage "O'Neill" 100% & Söhne ${trial.session.marker}`,
  })
  if (!record) return
  try {
    await judgeName(trial, id, input.name!)
    const template = { ...input, name: `Umbenannt ${input.name}` }
    const renamed = await trial.call('updateTemplate', { params: { id: record.id }, body: { template } })
    if (isSuccess(renamed)) await judgeName(trial, id, template.name)
  } finally {
    await deleteOwn(trial.session, 'templates', record.id)
  }
}

/** bulk.queued, bulk.total-count and bulk.template-name. */
export const bulkQueued: readonly Check[] = [queued, totalCount, templateName]
