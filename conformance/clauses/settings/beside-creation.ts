import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { INVOICES } from '../places.ts'
import { changing, judgeSettings, readSettings, remember, updateSettings } from './change.ts'

/** Orders that are scarce serve elsewhere first. */
const ORDERS_TO_SPARE = 12

/** A creation, which moves the next number on, writes back no other setting as it was before. */
export const besideCreation = check('settings.partial-update', {
  name: 'a setting updated while an invoice is created',
  needs: ['writes', 'orders'],
  touches: { ...INVOICES, settings: 'changes', terms: 'changes' },
  run: changing(async (law) => {
    for (const first of ['creation', 'update'] as const) await judgeBeside(law, first)
  }),
})

async function judgeBeside(law: Law, first: 'creation' | 'update'): Promise<void> {
  const order = law.orders.left(false) > ORDERS_TO_SPARE ? law.orders.take(false) : null
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
