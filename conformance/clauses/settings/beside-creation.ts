import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { bodyOf, kindOfOrder } from '../../server/store/order-supply.ts'
import { INVOICES } from '../places.ts'
import { changing, judgeSettings, readSettings, remember, updateSettings } from './change.ts'
import { spareOrder } from '../spare-order.ts'

/** A creation, which moves the next number on, writes back no other setting as it was before. */
export const besideCreation = check('settings.partial-update', {
  name: 'a setting updated while an invoice is created',
  permissions: ['settings'],
  needs: ['writes', 'orders'],
  touches: { ...INVOICES, settings: 'changes', terms: 'changes' },
  run: changing(async (law) => {
    for (const first of ['creation', 'update'] as const) await judgeBeside(law, first)
    for (const draft of [false, true]) await judgeBetween(law, draft)
  }),
})

/** The same, updated after one creation and before another, of an order or of a draft order. */
async function judgeBetween(law: Law, draft: boolean): Promise<void> {
  const order = spareOrder(law, draft)
  const before = await readSettings(law)
  if (order === null || typeof before.shown['footer_message'] !== 'string') return
  remember(law, before.shown, ['footer_message'])
  const patch = { footer_message: `Between creations, ${kindOfOrder(draft)} next ${law.marker}` }
  const updated = law.success(await updateSettings(law, patch))
  const created = await law.call('createInvoice', { body: bodyOf(order, { generate_pdf: false }) })
  await judgeSettings(law, { ...before.shown, ...patch }, await readSettings(law), [updated, created], patch)
}

async function judgeBeside(law: Law, first: 'creation' | 'update'): Promise<void> {
  const order = spareOrder(law, false)
  const before = await readSettings(law)
  if (order === null || typeof before.shown['footer_message'] !== 'string') return
  remember(law, before.shown, ['footer_message'])
  const patch = { footer_message: `Beside a creation, ${first} first ${law.marker}` }
  const create = () => law.call('createInvoice', { body: bodyOf(order, { generate_pdf: false }) })
  const update = () => updateSettings(law, patch)
  const exchanges = await Promise.all(first === 'creation' ? [create(), update()] : [update(), create()])
  for (const exchange of exchanges) if (exchange.operation === 'updateSettings') law.success(exchange)
  await judgeSettings(law, { ...before.shown, ...patch }, await readSettings(law), exchanges, patch)
}
