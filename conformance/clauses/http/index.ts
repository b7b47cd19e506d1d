import type { OperationId } from '../../../schemas/operations.ts'
import { firstInvoices } from '../create/first-invoices.ts'
import { wholeAddress } from '../edits/whole.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { createInvoice } from '../../server/activity/new-invoices.ts'
import { created, createTemplate, customerInput, templateInput } from '../../server/activity/own-records.ts'
import { isTaken, type OrderPatch } from '../../server/store/platform.ts'
import { atOnce } from '../../judge/at-once.ts'
import { drawOf, isDrawn } from '../drawn.ts'
import { BULK, EMAILS, OWN_CUSTOMERS, OWN_EDITED, OWN_TEMPLATES } from '../places.ts'
import { changing, remember } from '../settings/change.ts'
import { settingsIn } from '../views.ts'
import { orderGone } from './order-gone.ts'
import { otherClients } from './other-clients.ts'
import { ODD_BODY_TEXTS, oddReads, oddWrites, type OddCall } from './odd-requests.ts'

// The watchers judge the answers: the checks only ask oddly.

const reads = check(['http.no-server-error', 'http.json'], {
  name: 'odd reading requests',
  touches: {},
  run: async (law) =>
    sendAll(
      law,
      (await readsOf(law)).filter((call) => !isOfDocument(call)),
    ),
})

const documentReads = check(['http.no-server-error', 'http.json'], {
  name: 'odd requests for documents',
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
  // What a server might make of them.
  touches: { ...EMAILS, ...BULK, ...OWN_CUSTOMERS, ...OWN_TEMPLATES },
  async run(law) {
    const permitted = law.permitted()
    const calls = oddWrites(await ownSlug(law), drawOf(law, 'odd requests', 6)).filter(({ operation }) =>
      permitted.includes(operation),
    )
    await sendAll(law, calls)
  },
})

/** Of an invoice of the run's own: a server that takes an odd body for none sends it to whoever the invoice names. */
async function ownSlug(law: Law): Promise<string> {
  const own = law.permits('createInvoice') ? await firstInvoices(law) : []
  return own.find(({ creation }) => creation)?.creation?.invoice.slug ?? 'none'
}

/** What a server made of it all the same is deleted in the end. */
const sendAll = async (law: Law, calls: readonly OddCall[]): Promise<void> => {
  await atOnce(calls, async ({ operation, call }) => {
    const answer = await law.call(operation, call)
    if (operation === 'createTemplate') created(law.session, 'templates', answer, 'template')
    if (operation === 'createCustomer') created(law.session, 'customers', answer, 'customer')
  })
}

/** Texts that are printed, and do nothing else. */
const PRINTED = ['footer_message', 'business_name'] as const

/** Records of our own, and what is printed of the settings, with texts that are hard to store. */
const texts = check(['http.no-server-error', 'http.json'], {
  name: 'odd texts in bodies',
  touches: { customers: 'changes', templates: 'changes', settings: 'changes' },
  needs: ['writes'],
  storewide: true,
  run: changing(async (law: Law) => {
    const shown = settingsIn(await law.call('readSettings'))
    const printed = PRINTED.filter((name) => typeof shown[name] === 'string')
    remember(law, shown, printed)
    const own = await ownRecords(law)
    const draw = drawOf(law, 'odd texts', 2)
    for (const [turn, text] of ODD_BODY_TEXTS.entries()) {
      const calls = [...(await oddRecords(law, text, own)), ...oddSettings(text, printed)]
      // The first has what breaks most, and is sent everywhere.
      await sendAll(
        law,
        calls.filter((_, at) => turn === 0 || isDrawn(draw, turn, at)),
      )
    }
  }),
})

interface OwnIds {
  template: number | undefined
  customer: number | undefined
}

/** One of each kind, to be updated. */
async function ownRecords(law: Law): Promise<OwnIds> {
  const { record } = await createTemplate(law.session)
  const body = { customer: customerInput(law.session) }
  const answer = await law.call('createCustomer', { body })
  const customer = created<{ id: number }>(law.session, 'customers', answer, 'customer')
  return { template: record?.id, customer: customer?.id }
}

async function oddRecords(law: Law, text: string, own: OwnIds): Promise<OddCall[]> {
  const template = await templateInput(law.session, { name: text })
  const customer = customerInput(law.session, { first_name: text, tags: text })
  const odd = true
  const updates: readonly (readonly [OperationId, number | undefined, object])[] = [
    ['updateTemplate', own.template, { template }],
    ['updateCustomer', own.customer, { customer }],
  ]
  return [
    { operation: 'createTemplate', call: { body: { template }, odd } },
    { operation: 'createCustomer', call: { body: { customer }, odd } },
    { operation: 'createCustomer', call: { body: { customer: { ...customer, email: text } }, odd } },
    ...updates.flatMap(([operation, id, body]) =>
      id === undefined ? [] : [{ operation, call: { params: { id }, body, odd } }],
    ),
  ]
}

const oddSettings = (text: string, printed: readonly string[]): OddCall[] =>
  printed.map((name) => ({
    operation: 'updateSettings',
    call: { body: { settings: { [name]: text } }, odd: true },
  }))

/** A note and names of the platform that are hard to print, through every reader of the order. */
const platformData = check('http.no-server-error', {
  name: 'odd data of the platform',
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
export const oddTexts: readonly Check[] = [texts]
export const oddData: readonly Check[] = [platformData, orderGone]
