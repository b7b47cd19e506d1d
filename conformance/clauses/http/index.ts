import { firstInvoices } from '../create/first-invoices.ts'
import { wholeAddress } from '../edits/whole.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { createInvoice } from '../../server/activity/new-invoices.ts'
import { isTaken } from '../../server/store/hook-error.ts'
import type { OrderPatch } from '../../server/store/platform.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { drawOf } from '../drawn.ts'
import { BULK, EMAILS, OWN_CUSTOMERS, OWN_EDITED, OWN_TEMPLATES } from '../places.ts'
import { goneBefore, orderGone } from './order-gone.ts'
import { otherClients } from './other-clients.ts'
import { oddReads, type OddCall } from './odd-requests.ts'
import { oddSettings } from './odd-settings.ts'
import { oddTexts } from './odd-texts.ts'
import { oddWrites, type Odd } from './odd-writes.ts'
import { sendAll } from './send-all.ts'

// The watchers judge the answers: the checks only ask oddly.

const reads = check(['http.no-server-error', 'http.json'], {
  name: 'odd reading requests',
  permissions: ['hostile-input'],
  touches: {},
  run: async (law) =>
    sendAll(
      law,
      (await readsOf(law)).filter((call) => !isOfDocument(call)),
    ),
})

const documentReads = check(['http.no-server-error', 'http.json'], {
  name: 'odd requests for documents',
  permissions: ['hostile-input', 'documents'],
  touches: { documents: 'uses' },
  run: async (law) => sendAll(law, (await readsOf(law)).filter(isOfDocument)),
})

async function readsOf(law: Law): Promise<readonly OddCall[]> {
  const [invoice] = (await law.store.invoices()).items
  return oddReads(invoice?.slug ?? 'none', drawOf(law, 'odd requests', 6))
}

const isOfDocument = ({ operation }: OddCall): boolean => operation === 'readInvoicePdf'

const writes = check(['http.no-server-error', 'http.json'], {
  name: 'odd writing requests',
  permissions: ['hostile-input'],
  // What a server might make of them.
  touches: { ...EMAILS, ...BULK, ...OWN_CUSTOMERS, ...OWN_TEMPLATES },
  async run(law) {
    const permitted = law.permitted()
    const calls = oddWrites(await ownInvoice(law), drawOf(law, 'odd requests', 6)).filter(({ operation }) =>
      permitted.includes(operation),
    )
    await sendAll(law, calls)
  },
})

/** Of an invoice of the run's own: a server that takes an odd body for none sends it to whoever the invoice names. */
async function ownInvoice(law: Law): Promise<Odd> {
  const own = law.permits('createInvoice') ? await firstInvoices(law) : []
  return own.find(({ creation }) => creation)?.creation?.invoice ?? { id: UNLIKELY_ID, slug: 'none' }
}

/** A note and names of the platform that are hard to print, through every reader of the order. */
const platformData = check('http.no-server-error', {
  name: 'odd data of the platform',
  permissions: ['hostile-input', 'documents'],
  touches: OWN_EDITED,
  needs: ['edit_order', 'orders'],
  async run(law: Law) {
    const creation = await createInvoice(law.session, { editable: true })
    if (!creation) law.notExercised('no order is left to invoice')
    const params = { slug: creation.invoice.slug }
    const edit = (patch: OrderPatch) => law.platform.edit(creation.order_id, false, patch)
    await edit({ note: 'plain' })
    for (const patch of ODD_ORDERS) {
      if (!(await isTaken(() => edit(patch)))) continue
      await law.call('regenerateInvoice', { params })
      await Promise.all([
        law.call('readInvoice', { params }),
        law.call('readInvoicePdf', { params }),
        law.call('readInvoicePdf', { params, query: { packing_slip: true } }),
        law.call('listInvoices', { query: { per_page: 250 } }),
      ])
    }
  },
})

const ODD_ORDERS: readonly OrderPatch[] = [
  { note: '\u{1f9fe} \u202eאבג\u202c \u0007 <b>&amp;</b> {{note}} %s %n \\u0000' },
  { note: 'x'.repeat(20_000) },
  { customer: { first_name: 'O\'Brien "Q" \\', last_name: 'Ω≈ç√∫ 山田 مرحبا' } },
  {
    billing_address: wholeAddress(null, { address1: '', city: '', zip: '', country: '' }),
    shipping_address: wholeAddress(null, { first_name: '', last_name: '' }),
  },
  { note: '', customer: { first_name: '', last_name: '' } },
]

export const httpReads: readonly Check[] = [reads, otherClients, documentReads]
export const httpWrites: readonly Check[] = [writes]
export { oddSettings, oddTexts }
export const oddData: readonly Check[] = [platformData, orderGone, goneBefore]
