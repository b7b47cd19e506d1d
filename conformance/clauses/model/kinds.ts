import fc from 'fast-check'
import { RESOURCES, type Resource } from '../../../schemas/resources.ts'

/** Texts that meet again: what one record carries another carries too. */
const TEXTS = [
  ['Anna', 'anna', 'O’Hara', "O'Brien", '007', '7', '100%', 'Zoë', 'Zoe', 'a_b', 'Müller & Co.', '(x)'],
  ['null', '東京'],
].flat()

/** Templates or customers, and the fields that commands vary, with the values they take. */
export type Kind = Resource & { varied: Readonly<Record<string, fc.Arbitrary<unknown>>> }

const text = fc.constantFrom(...TEXTS)

export const TEMPLATES: Kind = {
  ...RESOURCES.template,
  varied: {
    template_type: fc.constantFrom('invoice', 'packing_slip', 'credit_note'),
    invoice_number_prefix: text,
    logo_enabled: fc.boolean(),
  },
}

export const CUSTOMERS: Kind = { ...RESOURCES.customer, varied: { first_name: text, tags: text } }
