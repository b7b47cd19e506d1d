import { describe, expect, test } from 'vitest'
import { IS_LONG } from '../../schemas/testing/sample.ts'
import type { DocumentRecord } from '../store/records.ts'
import { finishBulk, startBulk } from './bulk-actions.ts'
import { chooseDocument } from './invoice-or-packing-slip.ts'
import type { Context } from './context.ts'
import { currentDocument, documentSource } from './documents.ts'
import { sendInvoiceEmail } from './emails.ts'
import { findInvoice } from './find.ts'
import { KEPT_BULK_ACTIONS, KEPT_EMAILS, reachable } from './history.ts'
import { regenerateInvoice } from './regenerate.ts'
import { updateSettings } from './settings.ts'
import { createTemplate, deleteTemplate } from './templates.ts'
import { invoiceOf, openShop, type Shop } from './testing/shop.ts'

/** What GET pdf hands out a URL for. */
function handedOut(context: Context, slug: string, template_id?: number): DocumentRecord {
  const invoice = findInvoice(context.store, slug)
  const choice = chooseDocument(context, 'readInvoicePdf', invoice.draft, { template_id })
  return reachable(context, currentDocument(context, invoice, choice))
}

const lifetimeOf = ({ dialect }: Context): number => (dialect['pdf.url_lifetime'] + 1) * 1000

/** Every kind of thing that a store remembers, once; what is remembered of it ends with the URL at the latest. */
function live({ context, clock }: Shop, slug: string, round: number): void {
  updateSettings(context, { business_name: `Shop ${round}` })
  const { id } = createTemplate(context, { name: `Template ${round}` })
  handedOut(context, slug, id)
  regenerateInvoice(context, slug, {})
  handedOut(context, slug)
  sendInvoiceEmail(context, slug, {})
  startBulk(context, { invoice_ids: [findInvoice(context.store, slug).id] })
  finishBulk(context)
  deleteTemplate(context, id)
  clock.advance(2 * lifetimeOf(context))
}

test.runIf(IS_LONG)('a store that lives on does not grow', async () => {
  const shop = await openShop()
  const { slug } = invoiceOf(shop.context, 1)
  const rows: number[] = []
  for (let round = 1; round <= KEPT_EMAILS + 180; round++) {
    live(shop, slug, round)
    if (round > KEPT_EMAILS && round % 50 === 0) rows.push([...shop.db.rows()].length)
  }
  expect(new Set(rows.slice(1)).size).toBe(1)
  const { emails, bulk_actions } = shop.context.store
  expect([emails.size, bulk_actions.size]).toEqual([KEPT_EMAILS, KEPT_BULK_ACTIONS])
})

describe('a document', () => {
  test('stays as long as a URL leads to it, and what it was made from with it', async () => {
    const { context, clock } = await openShop()
    const { documents, revisions } = context.store
    const { slug } = invoiceOf(context, 1)
    const old = handedOut(context, slug)
    const before = documentSource(context.store, old)
    updateSettings(context, { business_name: 'Elsewhere' })
    regenerateInvoice(context, slug, {})
    expect(documentSource(context.store, old)).toEqual(before)
    clock.advance(lifetimeOf(context) - 2000)
    regenerateInvoice(context, slug, {})
    expect(documents.get(old.id)).toEqual(old)
    clock.advance(lifetimeOf(context) + 3000)
    regenerateInvoice(context, slug, {})
    expect([...documents.values()]).toHaveLength(1)
    expect([...revisions.keys()]).toEqual([])
  })

  test('stays when its URL is handed out again before it is over', async () => {
    const { context, clock } = await openShop()
    const { slug } = invoiceOf(context, 1)
    const { id } = handedOut(context, slug)
    for (const _ of [1, 2, 3, 4, 5]) {
      clock.advance(lifetimeOf(context) - 1000)
      handedOut(context, slug)
    }
    regenerateInvoice(context, slug, {})
    clock.advance(lifetimeOf(context) - 1000)
    regenerateInvoice(context, slug, {})
    expect(context.store.documents.has(id)).toBe(true)
  })

  test('stays while an email has it attached', async () => {
    const { context } = await openShop()
    const { slug } = invoiceOf(context, 1)
    const { document_id = 0, id } = sendInvoiceEmail(context, slug, {})
    regenerateInvoice(context, slug, {})
    expect(context.store.documents.has(document_id)).toBe(true)
    context.store.emails.delete(id)
    regenerateInvoice(context, slug, {})
    expect([...context.store.documents.values()]).toHaveLength(1)
  })

  test('is noted as reachable once in a while, not at each URL', async () => {
    const { context, clock } = await openShop()
    const { slug } = invoiceOf(context, 1)
    const first = handedOut(context, slug)
    clock.advance(lifetimeOf(context) - 1000)
    expect(handedOut(context, slug)).toBe(first)
  })
})
