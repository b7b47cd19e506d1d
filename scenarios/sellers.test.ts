import { expect, test } from 'vitest'
import { DEFAULT_DIALECT } from '../schemas/dialect.ts'
import { loadScenario } from './loader.ts'

/** Letters that the fonts of the kit lack. */
const BOXED =
  /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}]/u

test.each(['default', 'small', 'two-stores', 'empty', 'free-plan', 'tax-cases'])(
  'the stores of %s have texts that the fonts of the kit draw, and a seller of their own, documents being titled by what they are',
  (name) => {
    const options = { seed: 1, now: Date.parse('2026-05-04T10:00:00Z'), dialect: DEFAULT_DIALECT }
    const { stores } = loadScenario(name, options)
    expect(JSON.stringify(stores)).not.toMatch(BOXED)
    for (const { settings, templates } of stores) {
      const { business_name, address1, address2, address3, tax_id_title, tax_id } = settings
      expect([business_name, address1, address2, address3, tax_id_title, tax_id]).not.toContain('')
      expect([settings.invoice_title, settings.draft_invoice_title, settings.packing_slip_title]).toEqual([
        '',
        '',
        '',
      ])
      for (const template of templates) {
        expect(template).toMatchObject({ logo_enabled: true, font_size: 10 })
        expect(template.logo_url).toMatch(/^kit:/)
      }
    }
  },
)
