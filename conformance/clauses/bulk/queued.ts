import { DEFAULT_DIALECT } from '../../../schemas/dialect.ts'
import type { Template } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { Violation } from '../../judge/verdict.ts'
import { createTemplate, deleteOwn } from '../../server/activity/own-records.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { withTemplate } from '../with-template.ts'
import { actionOf, invoiceIds, judgeCount, quietId, started, startedAndEnded, type Ids } from './invoices.ts'

const queued = check(['bulk.queued', 'bulk.total-count'], {
  name: 'a bulk action for one invoice',
  shows: ['status.queued', 'bulk.statuses'],
  async run(law) {
    const [id] = await invoiceIds(law)
    const exchange = await startedAndEnded(law, [id])
    const { status } = actionOf(law, exchange)
    law.observe('status.queued', exchange.response.status, exchange)
    observeStatuses(law, String(status), exchange)
    judgeCount(law.of('bulk.total-count'), exchange, 1)
    if (law.turns.hasHook) await startedAndEnded(law, [id])
  },
})

/** Of an action under way and of one that has ended no operation tells (question bulk.statuses). */
function observeStatuses(law: Law, status: string, exchange: Exchange): void {
  law.observe('bulk.statuses', { ...DEFAULT_DIALECT['bulk.statuses'], queued: status }, exchange)
  law.assume('bulk.statuses', 'processing and completed: no operation of the API shows them')
}

/** All invoices, one, a few, in any order; where each costs the time of an action, all alone. */
const totalCount = check('bulk.total-count', {
  name: 'the total_count of bulk actions',
  async run(law) {
    const ids = await invoiceIds(law)
    const [id, ...rest] = ids
    const [last = id, ...before] = ids.toReversed()
    const few = [last, ...before.slice(0, 2)] as const
    const everySecond = [id, ...rest.filter((_, index) => index % 2 === 1)] as const
    const sets: Ids[] = [ids, [last], few, everySecond]
    for (const set of law.turns.hasHook ? sets : [ids])
      judgeCount(law, await startedAndEnded(law, set), set.length)
  },
})

const templateName = check(['bulk.template-name', 'bulk.ends'], {
  name: 'bulk actions with the name of a template',
  async run(law) {
    // What it prints by a template, others may compare with what they had printed by another.
    const id = await quietId(law)
    await startedAndEnded(law, [id])
    const names = await usableNames(law)
    for (const name of names) await judgeTheirs(law, id, name)
    if (law.permits('createTemplate') && (names.length === 0 || law.turns.hasHook)) await judgeOwn(law, id)
    else if (names.length === 0) law.missing('the store has no invoice template')
  },
})

/** Names of invoice templates, a packing slip's too; without a hook each costs the time of an action. */
async function usableNames(law: Law): Promise<string[]> {
  const items = await law.store.lastingTemplates()
  const named = items.filter(({ name }) => typeof name === 'string' && name !== '' && name.trim() === name)
  const names = ['invoice', 'packing_slip'].flatMap((type) =>
    named.filter(({ template_type }) => template_type === type).map(({ name }) => name),
  )
  return [...new Set(names)].slice(0, law.turns.hasHook ? 4 : 1)
}

/** Others may rename or delete what is theirs meanwhile. */
async function judgeTheirs(law: Law, id: number, name: string): Promise<void> {
  try {
    await judgeName(law, id, name)
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    law.store.forget('updateTemplate')
    const { items } = await law.store.templates()
    if (items.some((template) => template.name === name)) throw error
  }
}

async function judgeName(law: Law, id: number, template_name: string): Promise<void> {
  await startedAndEnded(law, [id], template_name)
  law.pass()
}

/** A template of our own, before and after it is renamed, beside a namesake that goes, and while it goes itself. */
async function judgeOwn(law: Law, id: number): Promise<void> {
  const name = `Vorlage "O'Neill" 100% & Söhne ${law.marker}`
  const { record, input } = await createTemplate(law.session, { name })
  if (!record) return
  const made = law.ledger.watch('templates', record.id)
  try {
    await judgeName(law, id, name)
    const template = { ...input, name: `Umbenannt ${name}` }
    const renamed = await law.call('updateTemplate', { params: { id: record.id }, body: { template } })
    if (!isSuccess(renamed)) return
    await judgeName(law, id, template.name)
    await judgeNamesake(law, id, template.name)
    await judgeDeletedMeanwhile(law, id, { id: record.id, name: template.name })
  } finally {
    if (made.isThere()) await deleteOwn(law.session, 'templates', record.id)
  }
}

/** Two templates have one name, and when one of them is deleted the other has it still. A server may want names to differ. */
async function judgeNamesake(law: Law, id: number, name: string): Promise<void> {
  const shared = await withTemplate(law, { name }, async () => {
    await judgeName(law, id, name)
    return true
  })
  if (shared) await judgeName(law, id, name)
}

/** An action whose template is deleted while it is in progress ends all the same. */
async function judgeDeletedMeanwhile(
  law: Law,
  id: number,
  template: Pick<Template, 'id' | 'name'>,
): Promise<void> {
  await started(law, [id], template.name)
  await deleteOwn(law.session, 'templates', template.id)
  await law.turns.end()
  await startedAndEnded(law.of('bulk.ends'), [id])
  law.of('bulk.ends').pass()
}

/** bulk.queued and bulk.total-count. */
export const bulkQueued: readonly Check[] = [queued, totalCount]

/** bulk.template-name: it makes a template of its own. */
export const bulkTemplateNames: readonly Check[] = [templateName]
