import { keysOf } from '../../../schemas/tables.ts'
import { observation } from '../../judge/check.ts'
import type { Observer } from '../../judge/observer.ts'
import { isObject, isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { countIn, idle, invoiceIds, MAX } from './invoices.ts'

/** What the server does with ids and names that the specification leaves open, as far as this answer shows it. */
export function observeBulk(observer: Observer, exchange: Exchange): void {
  const isAccepted = isSuccess(exchange)
  if (!isObject(exchange.input) || (!isAccepted && !observer.is('unprocessable', exchange))) return
  const { invoice_ids: ids, template_name } = exchange.input
  if (!Array.isArray(ids) || ids.length > 2) return
  if (ids.length === 0) observer.observe('bulk.empty', isAccepted ? 'accepted' : 'unprocessable', exchange)
  else if (typeof template_name === 'string')
    observer.observe('bulk.template_unknown', isAccepted ? 'default_template' : 'unprocessable', exchange)
  else if (ids[1] === UNLIKELY_ID) {
    const counted = countIn(exchange) === 2 ? 'counted' : 'skipped'
    observer.observe('bulk.unknown_ids', isAccepted ? counted : 'unprocessable', exchange)
  }
}

/** What a run leaves out where no hook ends actions: each that is accepted takes its time. */
export const openBulk = observation(['bulk.empty', 'bulk.unknown_ids', 'bulk.template_unknown'], {
  name: 'bulk actions of nothing, of unknown invoices, by an unknown template',
  needs: ['bulk'],
  async run(observer: Observer) {
    const [id] = await invoiceIds(observer)
    const bodies = {
      'bulk.empty': { invoice_ids: [] },
      'bulk.unknown_ids': { invoice_ids: [id, UNLIKELY_ID] },
      'bulk.template_unknown': { invoice_ids: [id], template_name: `No such ${observer.marker}` },
    } as const
    for (const key of keysOf(bodies)) {
      if (observer.observed(key) !== undefined) continue
      await idle(observer)
      observeBulk(observer, await observer.turns.ask(bodies[key]))
    }
    await observer.turns.end()
  },
})

/** What total_count counts of repeated ids, and whether they count towards the limit. */
export const repeatedIds = observation(['bulk.total_count_of', 'bulk.repeated_ids'], {
  name: 'bulk actions with repeated ids',
  needs: ['bulk'],
  async run(observer: Observer) {
    const turns = observer.turns
    if (!turns.hasHook) observer.notExercised('without the hook finish_bulk each action takes its time')
    const [id] = await invoiceIds(observer)
    await idle(observer)
    const twice = await turns.ask({ invoice_ids: [id, id] })
    const counted = countIn(twice) === 1 ? 'distinct_invoices' : 'every_entry'
    if (isSuccess(twice)) observer.observe('bulk.total_count_of', counted, twice)
    await idle(observer)
    const often = await turns.ask({ invoice_ids: Array.from({ length: MAX + 1 }, () => id) })
    observer.observe('bulk.repeated_ids', isSuccess(often) ? 'once' : 'each', often)
    await turns.end()
  },
})
