import { setTimeout as sleep } from 'node:timers/promises'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { hasDocument } from '../documented.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { idle, invoiceIds, MAX, strangers } from './invoices.ts'
import { observeBulk } from './observe.ts'

/** With ids of the store, and with unknown ones where the server does not mind them. */
export const maxIds = check('bulk.max-ids', {
  name: 'bulk actions for 5,000 and more invoices',
  async run(law) {
    const { ids, documented } = await manyIds(law)
    const isTelling = (await acceptsUnknown(law)) || ids.length > MAX
    const upTo = (count: number) => [...ids.slice(0, count), ...strangers(count - ids.length)]
    for (const count of [MAX + 1, MAX + 2]) await judgeTooMany(law, upTo(count), isTelling)
    if (!isTelling)
      return law.missing(
        `the store has ${ids.length} invoices with documents and refuses unknown ids: with 5,001 invoices it would show`,
      )
    await idle(law)
    // Someone else may have started an action: then its end is awaited.
    const { exchange, outcome } = await law.turns.start({ invoice_ids: upTo(MAX) })
    if (outcome === 'blocked') return law.missing('another bulk action stayed in progress')
    // Of what was imported there may be no documents to print (question create.platform_order_type): then one less is refused as well.
    if (!isSuccess(exchange) && documented < Math.min(MAX, ids.length)) {
      const fewer = await law.turns.start({ invoice_ids: upTo(MAX - 1) })
      if (!isSuccess(fewer.exchange))
        return law.missing('the store has fewer than 5,000 invoices with documents')
      await law.turns.end()
    }
    law.success(exchange, 'a bulk action: exactly 5,000 ids are not too many')
    await law.turns.end()
  },
})

/** Whether ids that the store does not have leave a request valid (question bulk.unknown_ids). */
async function acceptsUnknown(law: Law): Promise<boolean> {
  if (law.observed('bulk.unknown_ids') === undefined) {
    const [id] = await invoiceIds(law)
    await idle(law)
    observeBulk(law, await law.turns.ask({ invoice_ids: [id, UNLIKELY_ID] }))
  }
  return ['skipped', 'counted'].includes(String(law.observed('bulk.unknown_ids')))
}

async function judgeTooMany(law: Law, invoice_ids: number[], isTelling: boolean): Promise<void> {
  await idle(law)
  const turns = law.turns
  let exchange = await turns.ask({ invoice_ids })
  for (let pause = 50; pause < 5000 && isConflictOnly(law, exchange); pause *= 2) {
    await sleep(pause)
    exchange = await turns.ask({ invoice_ids })
  }
  if (isConflictOnly(law, exchange)) return law.missing("another's bulk action stayed in progress")
  if (isTelling) law.refused(exchange, 'unprocessable')
  else if (isSuccess(exchange))
    throw law.violation({ expected: `a refusal of ${invoice_ids.length} ids`, exchanges: exchange })
}

/** Someone else's action in progress, told before the input is looked at (question errors.precedence). */
const isConflictOnly = (law: Law, exchange: Exchange) =>
  law.statusOf('conflict') !== undefined && law.is('conflict', exchange) && !law.is('unprocessable', exchange)

/** All ids of a store that has so many, else those that are known; first those of invoices with documents, which are so many. */
async function manyIds(law: Law): Promise<{ ids: readonly number[]; documented: number }> {
  const few = await invoiceIds(law)
  const meta = member(await law.call('listInvoices', { query: { per_page: 1 } }), 'meta')
  if (!isObject(meta) || Number(meta['total']) <= MAX) return { ids: few, documented: few.length }
  const { items } = await law.walk('listInvoices', { most_pages: 21 })
  const documented = items.filter(hasDocument)
  const ids = [...documented, ...items.filter((item) => !hasDocument(item))].map(({ id }) => id)
  return { ids, documented: documented.length }
}
