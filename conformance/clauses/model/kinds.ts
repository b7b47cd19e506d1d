import fc from 'fast-check'
import { customerInput, templateInput } from '../../server/store/own-records.ts'
import type { Session } from '../../server/session.ts'
import type { Fields } from './model.ts'

/** Texts that meet again: what one record carries another carries too. */
const TEXTS = [
  'Anna',
  'anna',
  'O’Hara',
  "O'Brien",
  '007',
  '7',
  '100%',
  'Zoë',
  'Zoe',
  'a_b',
  'Müller & Co.',
  '(x)',
  'null',
  '東京',
]

/** One kind of record that has create, read, update and delete; its rules are the same for both kinds. */
export interface Kind {
  one: 'template' | 'customer'
  many: 'templates' | 'customers'
  /** Fields that commands vary, with the values they take. */
  varied: { [field: string]: fc.Arbitrary<unknown> }
  input(session: Session, fields: Fields): Promise<Fields>
  create: 'createTemplate' | 'createCustomer'
  read: 'readTemplate' | 'readCustomer'
  update: 'updateTemplate' | 'updateCustomer'
  remove: 'deleteTemplate' | 'deleteCustomer'
}

const text = fc.constantFrom(...TEXTS)

export const TEMPLATES: Kind = {
  one: 'template',
  many: 'templates',
  varied: {
    template_type: fc.constantFrom('invoice', 'packing_slip', 'credit_note'),
    invoice_number_prefix: text,
    logo_enabled: fc.boolean(),
  },
  input: async (session, fields) => ({ ...(await templateInput(session)), ...fields }),
  create: 'createTemplate',
  read: 'readTemplate',
  update: 'updateTemplate',
  remove: 'deleteTemplate',
}

export const CUSTOMERS: Kind = {
  one: 'customer',
  many: 'customers',
  varied: { first_name: text, tags: text },
  input: async (session, fields) => ({ ...customerInput(session), ...fields }),
  create: 'createCustomer',
  read: 'readCustomer',
  update: 'updateCustomer',
  remove: 'deleteCustomer',
}
