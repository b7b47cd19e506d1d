import { describe, expect, test } from 'vitest'
import { parseDialect } from '../../schemas/dialect.ts'
import type { SchemaName } from '../../schemas/types.ts'
import { Refusal } from '../refusal.ts'
import { fitBody } from './fit-body.ts'

const coercion = (near_types: string, nulls: string) => ({ 'input.coercion': { near_types, null: nulls } })
const COERCED = coercion('coerced', 'unprocessable')

function fitted(schema: SchemaName, text: string, dialect: object): unknown {
  try {
    return fitBody(schema, JSON.parse(text), parseDialect(dialect).dialect)
  } catch (error) {
    if (error instanceof Refusal) return error.errors
    throw error
  }
}

const create = 'requests/create-invoice'
const template = 'requests/template'
const customer = 'requests/customer'
const bulk = 'requests/bulk-pdf'
const email = 'requests/send-invoice-email'

describe('a body', () => {
  test.each<[SchemaName, string, object, unknown]>([
    [create, '{"order_id":1,"draft":true}', {}, { order_id: 1, draft: true }],
    [create, '{}', {}, { order_id: ['is required'] }],
    [create, '[]', {}, { base: ['must be an object'] }],
    [create, 'null', {}, { base: ['must be an object'] }],
    [create, '"order_id"', {}, { base: ['must be an object'] }],
    [create, '{"order_id":"1"}', {}, { order_id: ['must be an integer'] }],
    [create, '{"order_id":1.5}', {}, { order_id: ['must be an integer'] }],
    [create, '{"order_id":1.0}', {}, { order_id: 1 }],
    [create, '{"order_id":1,"draft":"true"}', {}, { draft: ['must be a boolean'] }],
    [create, '{"order_id":1,"draft":null}', {}, { draft: ['must be a boolean'] }],
    [
      create,
      '{"order_id":9007199254740993}',
      {},
      { order_id: ['must be an integer between -2^53 and 2^53'] },
    ],
    [create, '{"order_id":1e400}', {}, { order_id: ['must be an integer'] }],
    [
      bulk,
      '{"invoice_ids":[1,2e30]}',
      {},
      { 'invoice_ids.1': ['must be an integer between -2^53 and 2^53'] },
    ],
    [bulk, '{"invoice_ids":[[[1]]]}', {}, { 'invoice_ids.0': ['must be an integer'] }],
    [
      template,
      '{"template":{"name":1,"font_size":"9"}}',
      {},
      { 'template.name': ['must be a string'], 'template.font_size': ['must be an integer'] },
    ],
    [template, '{"template":{"logo_url":null}}', {}, { 'template.logo_url': ['must be a string'] }],

    // input.unknown_fields
    [create, '{"order_id":1,"__proto__":{"draft":true},"x":[null]}', {}, { order_id: 1 }],
    [template, '{"template":{"name":"A","id":7,"constructor":1},"y":2}', {}, { template: { name: 'A' } }],
    [
      template,
      '{"template":{"name":"A","id":7},"__proto__":2}',
      { 'input.unknown_fields': 'unprocessable' },
      { 'template.id': ['is unknown'], ['__proto__']: ['is unknown'] },
    ],
    [
      template,
      '{"template":{"name":"A"}}',
      { 'input.unknown_fields': 'unprocessable' },
      { template: { name: 'A' } },
    ],

    // input.coercion, near types
    [
      create,
      '{"order_id":"12","draft":"yes","packing_slip":0,"generate_pdf":"off"}',
      COERCED,
      { order_id: 12, draft: true, packing_slip: false, generate_pdf: false },
    ],
    [create, '{"order_id":"1e2"}', COERCED, { order_id: ['must be an integer'] }],
    [create, '{"order_id":" 7 "}', COERCED, { order_id: ['must be an integer'] }],
    [create, '{"order_id":true}', COERCED, { order_id: ['must be an integer'] }],
    [
      create,
      '{"order_id":"9007199254740993"}',
      COERCED,
      { order_id: ['must be an integer between -2^53 and 2^53'] },
    ],
    [create, '{"order_id":1,"draft":"maybe"}', COERCED, { draft: ['must be a boolean'] }],
    [
      create,
      '{"order_id":[1],"draft":{}}',
      COERCED,
      { order_id: ['must be an integer'], draft: ['must be a boolean'] },
    ],
    [bulk, '{"invoice_ids":["1",2]}', COERCED, { invoice_ids: [1, 2] }],
    [bulk, '{"invoice_ids":"1"}', COERCED, { invoice_ids: ['must be an array'] }],
    [customer, '{"customer":{"phone":30,"tags":true}}', COERCED, { customer: { phone: '30', tags: 'true' } }],

    // input.coercion, null
    [create, '{"order_id":1,"draft":null}', coercion('unprocessable', 'omitted'), { order_id: 1 }],
    [create, '{"order_id":null}', coercion('unprocessable', 'omitted'), { order_id: ['is required'] }],
    [email, '{"template_id":null}', coercion('unprocessable', 'omitted'), {}],
    [customer, '{"customer":null}', coercion('unprocessable', 'empty'), { customer: {} }],
    [
      customer,
      '{"customer":{"phone":null}}',
      coercion('unprocessable', 'empty'),
      { customer: { phone: '' } },
    ],
    [
      create,
      '{"order_id":null,"draft":null}',
      coercion('unprocessable', 'empty'),
      { order_id: 0, draft: false },
    ],
    [
      bulk,
      '{"invoice_ids":[null]}',
      coercion('unprocessable', 'omitted'),
      { 'invoice_ids.0': ['must be an integer'] },
    ],
  ])('%s %s under %j', (schema, text, dialect, expected) => {
    expect(fitted(schema, text, dialect)).toEqual(expected)
  })

  test('leaves the prototype of objects alone', () => {
    const body = fitBody(
      customer,
      JSON.parse('{"customer":{"__proto__":{"phone":"1"}}}'),
      parseDialect({}).dialect,
    )
    expect(body['customer']).toEqual({})
    expect(({} as { phone?: string }).phone).toBeUndefined()
  })

  test('may be nested as deep as JSON goes', () => {
    const deep = '['.repeat(300_000) + ']'.repeat(300_000)
    expect(fitted(bulk, `{"invoice_ids":${deep}}`, {})).toEqual({ 'invoice_ids.0': ['must be an integer'] })
    expect(fitted(create, `{"order_id":1,"x":${deep}}`, {})).toEqual({ order_id: 1 })
  })
})
