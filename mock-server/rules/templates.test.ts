import { describe, expect, test } from 'vitest'
import { makeTemplate } from '../../fixtures/templates.ts'
import { createTemplate, deleteTemplate, readTemplate, updateTemplate } from './templates.ts'
import { NOON, openShop, refusalOf } from './testing/shop.ts'

const OUTPUT = { id: 1, design_key: 'mine', created_at: 'x', updated_at: 'x', revision: 9 }

describe('a template', () => {
  test('is created with what is given, the rest by default, output-only fields left out', async () => {
    const { context } = await openShop()
    const created = createTemplate(context, { name: 'Plain', font_size: 0, ...OUTPUT })
    const now = new Date(NOON).toISOString()
    expect(created).toMatchObject({
      name: 'Plain',
      font_size: 0,
      design_key: null,
      logo_url: null,
      created_at: now,
    })
    expect(created.id).not.toBe(1)
    expect(created).not.toHaveProperty('revision')
    expect(readTemplate(context, created.id)).toEqual(created)
  })

  test('has a logo as large as the others leave room for', async () => {
    const { context } = await openShop()
    const logo_url = `data:image/png,${'A'.repeat(999_000)}`
    const made = Array.from({ length: 100 }, () => createTemplate(context, { name: 'Large', logo_url }))
    const refusal = refusalOf(() => createTemplate(context, { name: 'One more', logo_url }))
    expect(refusal.errors).toEqual({
      'template.logo_url': [expect.stringContaining('100,000,000 characters')],
    })
    const [one] = made
    expect(updateTemplate(context, one?.id ?? 0, { logo_url })).toMatchObject({ logo_url })
    expect(createTemplate(context, { name: 'Small', logo_url: 'kit:leaf' }).logo_url).toBe('kit:leaf')
  })

  test('is updated in the fields given alone', async () => {
    const { context, clock } = await openShop()
    const before = createTemplate(context, { name: 'Plain', accent_color: '#111111' })
    const neighbour = createTemplate(context, { name: 'Plain' })
    clock.advance(1000)
    const after = updateTemplate(context, before.id, { name: '', logo_enabled: false, ...OUTPUT })
    const updated_at = new Date(clock.now()).toISOString()
    expect(after).toEqual({ ...before, name: '', logo_enabled: false, updated_at })
    expect(readTemplate(context, neighbour.id)).toEqual(neighbour)
    clock.advance(-5000)
    expect(updateTemplate(context, before.id, { name: 'Back' }).updated_at).toBe(updated_at)
  })

  test('loses omitted fields where the dialect resets them, its own stay', async () => {
    const before = makeTemplate({ seed: 1, set: { accent_color: '#111111', design_key: 'classic' } })
    const context = (await openShop({ templates: [before] })).under({ 'patch.omitted': 'reset' })
    const after = updateTemplate(context, before.id, { name: 'Other' })
    const { id, design_key, created_at } = before
    expect(after).toMatchObject({ name: 'Other', id, design_key, created_at })
    expect(after.accent_color).not.toBe('#111111')
    expect(refusalOf(() => updateTemplate(context, before.id, {})).errors).toHaveProperty('template.name')
  })

  test('is deleted once, in its own store', async () => {
    const { context, other } = await openShop()
    const { id } = createTemplate(context, { name: 'Plain' })
    for (const rule of [readTemplate, deleteTemplate])
      expect(refusalOf(() => rule(other, id)).kind).toBe('not-found')
    deleteTemplate(context, id)
    for (const rule of [readTemplate, deleteTemplate])
      expect(refusalOf(() => rule(context, id)).kind).toBe('not-found')
  })
})

test.each([
  [['name'], {}, ['template.name']],
  [
    ['name', 'template_type', 'logo_url'],
    { template_type: 'invoice' },
    ['template.name', 'template.logo_url'],
  ],
] as const)('with %j required, %j lacks %j', async (required, input, missing) => {
  const context = (await openShop()).under({ 'templates.required': [...required] })
  const refusal = refusalOf(() => createTemplate(context, input))
  expect([refusal.kind, Object.keys(refusal.errors)]).toEqual(['unprocessable', missing])
  expect(context.store.templates.size).toBe(0)
})
