import { describe, expect, test } from 'vitest'
import { makeTemplate } from '../../fixtures/templates.ts'
import type { Template } from '../../schemas/types.ts'
import { chooseDocument, defaultTemplate } from './invoice-or-packing-slip.ts'
import { openShop, refusalOf } from './testing/shop.ts'

const template = (id: number, template_type: Template['template_type'], set: Partial<Template> = {}) =>
  makeTemplate({
    seed: id,
    set: { id, template_type, created_at: day(id), updated_at: day(id), ...set },
  })

const day = (id: number) => `2026-01-${String(id).padStart(2, '0')}T00:00:00.000Z`

const INVOICE = 2
const SLIP = 3
const CREDIT = 4
const TEMPLATES = [
  template(CREDIT, 'credit_note'),
  template(INVOICE, 'invoice'),
  template(SLIP, 'packing_slip'),
]

describe('which document in which look', () => {
  test.each([
    [{}, 'invoice', INVOICE],
    [{ packing_slip: false }, 'invoice', INVOICE],
    [{ packing_slip: true }, 'packing_slip', SLIP],
    [{ template_id: INVOICE }, 'invoice', INVOICE],
    [{ template_id: CREDIT }, 'invoice', CREDIT],
    [{ template_id: SLIP }, 'packing_slip', SLIP],
    [{ template_id: SLIP, packing_slip: false }, 'packing_slip', SLIP],
    [{ template_id: INVOICE, packing_slip: true }, 'packing_slip', INVOICE],
  ] as const)('%j asks for the %s in template %i', async (request, kind, id) => {
    const { context } = await openShop({ templates: TEMPLATES })
    const choice = chooseDocument(context, 'readInvoicePdf', false, request)
    expect([choice.kind, choice.template.id]).toEqual([kind, id])
  })
})

describe('the default template', () => {
  const orders = { pre_selected_orders: true }
  const drafts = { pre_selected_draft_orders: true }

  test.each([
    [
      'the oldest of the type',
      [template(5, 'invoice'), template(4, 'invoice'), template(3, 'credit_note')],
      4,
      4,
    ],
    [
      'the pre-selected one',
      [template(4, 'invoice'), template(5, 'invoice', orders), template(6, 'invoice', drafts)],
      5,
      6,
    ],
    [
      'the one pre-selected last',
      [template(4, 'invoice', { ...orders, updated_at: day(9) }), template(5, 'invoice', orders)],
      4,
      4,
    ],
    [
      'the one changed last of several',
      [template(4, 'invoice', orders), template(5, 'invoice', orders)],
      5,
      4,
    ],
    [
      'pre-selected ones of its type only',
      [template(4, 'packing_slip', { ...orders, ...drafts }), template(5, 'invoice')],
      5,
      5,
    ],
    ['the oldest of any type', [template(5, 'credit_note'), template(4, 'packing_slip')], 4, 4],
    ['a look of its own', [], 0, 0],
  ])('is %s', async (_rule, templates, ofOrders, ofDrafts) => {
    const { store } = (await openShop({ templates })).context
    expect(defaultTemplate(store, 'invoice', false).id).toBe(ofOrders)
    expect(defaultTemplate(store, 'invoice', true).id).toBe(ofDrafts)
  })

  test('of packing slips is a packing slip template', async () => {
    const { store } = (await openShop({ templates: TEMPLATES })).context
    expect(defaultTemplate(store, 'packing_slip', false).id).toBe(SLIP)
  })
})

describe('a template_id that the store does not have', () => {
  test.each([
    ['unprocessable', 'readInvoicePdf', 'unprocessable'],
    ['not-found', 'readInvoicePdf', 'not-found'],
    ['not-found', 'createInvoice', 'unprocessable'],
  ] as const)('is, under %s, at %s %s', async (rule, operation, kind) => {
    const context = (await openShop({ templates: TEMPLATES })).under({ 'template.unknown': rule })
    const refusal = refusalOf(() => chooseDocument(context, operation, false, { template_id: 77 }))
    expect([refusal.kind, Object.keys(refusal.errors)]).toEqual([kind, ['template_id']])
  })

  test('falls back to the default where the dialect says so', async () => {
    const context = (await openShop({ templates: TEMPLATES })).under({
      'template.unknown': 'default_template',
    })
    expect(chooseDocument(context, 'createInvoice', false, { template_id: 77 }).template.id).toBe(INVOICE)
  })

  test('is unknown too when another store has it', async () => {
    const { other } = await openShop({ templates: TEMPLATES })
    const refusal = refusalOf(() => chooseDocument(other, 'createInvoice', false, { template_id: INVOICE }))
    expect(refusal.kind).toBe('unprocessable')
  })
})
