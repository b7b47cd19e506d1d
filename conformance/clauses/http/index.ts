import type { Check } from '../../judge/check.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { createInvoice } from '../../server/store/new-invoices.ts'
import type { OrderPatch } from '../../server/store/platform.ts'
import { created, customerInput, templateInput } from '../../server/store/own-records.ts'
import { isTaken } from '../create/first-invoices.ts'
import { ODD_BODY_TEXTS, oddReads, oddWrites, type OddCall } from './odd-requests.ts'

/** How many odd requests are under way at once. */
const AT_ONCE = 8

/** http.no-server-error, http.json: the watchers judge the answers; the checks only ask oddly. */
const reads: Check = {
  name: 'odd reading requests',
  clauses: ['http.no-server-error', 'http.json'],
  async run(trial) {
    const { items } = await trial.session.inventory.invoices()
    await sendAll(trial, [...oddReads(items[0]?.slug ?? 'none')])
  },
}

const writes: Check = {
  name: 'odd writing requests',
  clauses: ['http.no-server-error', 'http.json'],
  async run(trial) {
    const { items } = await trial.session.inventory.invoices()
    const permitted = [...oddWrites(items[0]?.slug ?? 'none')].filter(({ operation }) =>
      trial.session.client.permits(operation),
    )
    trial.permitted('http.no-server-error')
    await sendAll(trial, permitted)
  },
}

async function sendAll(trial: Trial, calls: readonly OddCall[]): Promise<void> {
  for (let start = 0; start < calls.length; start += AT_ONCE) {
    const batch = calls.slice(start, start + AT_ONCE)
    const answers = await Promise.all(batch.map(({ operation, call }) => trial.call(operation, call)))
    for (const answer of answers) noteCreated(trial, answer)
  }
}

/** A server that made something of it all the same: what it made is deleted in the end. */
function noteCreated(trial: Trial, exchange: Exchange): void {
  if (!isSuccess(exchange)) return
  if (exchange.operation === 'createTemplate' && isObject(member(exchange, 'template')))
    created(trial.session, 'templates', exchange, 'template')
  if (exchange.operation === 'createCustomer' && isObject(member(exchange, 'customer')))
    created(trial.session, 'customers', exchange, 'customer')
}

/** Records of our own with texts that are hard to store; what a server takes of them is deleted again. */
const texts: Check = {
  name: 'odd texts in bodies',
  clauses: ['http.no-server-error', 'http.json'],
  needs: ['writes'],
  storewide: true,
  async run(trial) {
    const { session } = trial
    const { footer_message } = settingsOf(await trial.call('readSettings'))
    if (typeof footer_message === 'string') session.ledger.changing({ footer_message })
    for (const text of ODD_BODY_TEXTS) {
      const template = await templateInput(session, { name: text })
      const customer = customerInput(session, { first_name: text, tags: text })
      const calls: OddCall[] = [
        { operation: 'createTemplate', call: { body: { template }, odd: true } },
        { operation: 'createCustomer', call: { body: { customer }, odd: true } },
        {
          operation: 'createCustomer',
          call: { body: { customer: { ...customer, email: text } }, odd: true },
        },
      ]
      if (typeof footer_message === 'string')
        calls.push({
          operation: 'updateSettings',
          call: { body: { settings: { footer_message: text } }, odd: true },
        })
      await sendAll(trial, calls)
    }
    if (typeof footer_message === 'string')
      await trial.call('updateSettings', { body: { settings: { footer_message } } })
  },
}

function settingsOf(exchange: Exchange): { [field: string]: unknown } {
  const settings = member(exchange, 'settings')
  return isObject(settings) ? settings : {}
}

/** http.no-server-error, the platform's data: a note and names that are hard to print, through every reader of the order. */
const platformData: Check = {
  name: 'odd data of the platform',
  clauses: ['http.no-server-error'],
  needs: ['edit_order', 'orders'],
  async run(trial: Trial) {
    const creation = await createInvoice(trial.session, { editable: true })
    if (!creation) trial.notExercised('no order is left to invoice')
    const params = { slug: creation.invoice.slug }
    const edit = (patch: OrderPatch) => trial.session.platform.edit(creation.order_id, false, patch)
    await edit({ note: 'plain' })
    for (const patch of ODD_ORDERS) {
      if (!(await isTaken(() => edit(patch)))) continue
      await trial.call('regenerateInvoice', { params })
      await Promise.all([
        trial.call('readInvoice', { params }),
        trial.call('readInvoicePdf', { params }),
        trial.call('readInvoicePdf', { params, query: { packing_slip: true } }),
        trial.call('listInvoices', { query: { per_page: 250 } }),
      ])
    }
  },
}

const ODD_ORDERS: readonly OrderPatch[] = [
  { note: '\u{1f9fe} \u202eאבג\u202c \u0007 <b>&amp;</b> {{note}} %s %n \\u0000' },
  { note: 'x'.repeat(20_000) },
  { customer: { first_name: 'O\'Brien "Q" \\', last_name: 'Ω≈ç√∫ 山田 مرحبا' } },
  {
    billing_address: { address1: '', city: '', zip: '', country: '' },
    shipping_address: { first_name: '', last_name: '' },
  },
  { note: '', customer: { first_name: '', last_name: '' } },
]

export const httpReads: readonly Check[] = [reads]
export const httpWrites: readonly Check[] = [writes, texts, platformData]
