import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_DIALECT } from '../../schemas/dialect.ts'
import { schema } from '../../schemas/schema-files.ts'
import { api, listeningMock, type CallOptions, type ListeningMock } from '../routes/testing/listening-mock.ts'
import { DIALECTS, readDialect } from './files.ts'

let mock: ListeningMock
let strict: Record<string, unknown>

beforeAll(async () => {
  mock = await listeningMock()
  strict = { ...readDialect('strict') }
})
afterAll(() => mock.close())

const body = (content: object): CallOptions => ({ body: content })
const template = (fields: object) => body({ template: { name: 'T', template_type: 'invoice', ...fields } })
const customer = (fields: object) =>
  body({ customer: { email: 'new@example.com', first_name: 'N', last_name: 'N', ...fields } })
const settings = (fields: object) => body({ settings: fields })

describe('the dialect strict', () => {
  test('comes with the kit', () => expect(DIALECTS).toEqual(['strict']))

  test('refuses wherever an answer to an open question is to refuse', () => {
    const refusing = Object.entries(schema('dialect').properties ?? {}).flatMap(
      ([key, { enum: values = [] }]) =>
        // How it is refused is another question.
        ['rejected', 'unprocessable']
          .filter((answer) => values.includes(answer) && !key.startsWith('errors.'))
          .map((answer) => [key, answer]),
    )
    expect(refusing.length).toBeGreaterThan(8)
    for (const [key = '', answer] of refusing) expect({ [key]: strict[key] }).toEqual({ [key]: answer })
  })

  test.each<[method: string, path: string, options: CallOptions, field: string]>([
    ['GET', '/invoices?page=0', {}, 'page'],
    ['GET', '/invoices?page=x', {}, 'page'],
    ['GET', '/invoices?per_page=251', {}, 'per_page'],
    ['GET', '/customers?per_page=0', {}, 'per_page'],
    ['GET', '/invoices/search?q=a&per_page=1.5', {}, 'per_page'],
    ['GET', '/invoices?invoice_type=platform_order', {}, 'invoice_type'],
    ['GET', '/invoices?financial_status=Paid', {}, 'financial_status'],
    ['GET', '/invoices?created_at_min=2026-02-30', {}, 'created_at_min'],
    ['GET', '/invoices?created_at_max=01.03.2026', {}, 'created_at_max'],
    ['POST', '/templates', template({ colour: 'red' }), 'template.colour'],
    ['POST', '/templates', template({ id: 4 }), 'template.id'],
    ['POST', '/templates', body({ template: { name: 'T' } }), 'template.template_type'],
    ['POST', '/customers', customer({ platform_customer_id: 4 }), 'customer.platform_customer_id'],
    ['POST', '/customers', body({ customer: { email: 'a@example.com' } }), 'customer.first_name'],
    ['PATCH', '/settings', settings({ email_locale: 'de' }), 'settings.email_locale'],
    ['PATCH', '/settings', { body: { settings: {}, more: 1 } }, 'more'],
  ])('refuses what the mock by itself takes: %s %s', async (method, path, options, field) => {
    mock.speak()
    expect((await mock.call(method, api(path), options)).status).toBeLessThan(300)
    mock.speak(strict)
    const { status, json } = await mock.call(method, api(path), options)
    expect([status, Object.keys(json.errors)]).toEqual([422, expect.arrayContaining([field])])
  })

  test.each<[method: string, path: string, options: CallOptions, field: string]>([
    ['PATCH', '/settings', settings({ default_due_days: '14' }), 'settings.default_due_days'],
    ['PATCH', '/settings', settings({ invoice_bcc: 'yes' }), 'settings.invoice_bcc'],
    ['PATCH', '/settings', settings({ phone_number: null }), 'settings.phone_number'],
    ['GET', '/invoices/search?q=', {}, 'q'],
    ['POST', '/invoices/bulk_pdf', body({ invoice_ids: [] }), 'invoice_ids'],
    ['POST', '/invoices/bulk_pdf', body({ invoice_ids: [1] }), 'invoice_ids'],
  ])('refuses what the mock by itself refuses: %s %s', async (method, path, options, field) => {
    mock.speak(strict)
    const { status, json } = await mock.call(method, api(path), options)
    expect([status, Object.keys(json.errors)]).toEqual([422, [field]])
  })

  test('takes what is right, an email once', async () => {
    mock.speak(strict)
    const once = customer({ email: 'once@example.com' })
    const calls: [string, string, CallOptions][] = [
      ['GET', '/invoices?page=1&per_page=250&invoice_type=quote&created_at_min=2026-03-01', {}],
      ['POST', '/templates', template({})],
      ['PATCH', '/settings', settings({ default_due_days: 14 })],
      ['POST', '/customers', once],
      ['POST', '/customers', once],
    ]
    const statuses = []
    for (const [method, path, options] of calls)
      statuses.push((await mock.call(method, api(path), options)).status)
    expect(statuses).toEqual([200, 201, 200, 201, 422])
  })

  test('answers as the mock does by itself in all else', () => {
    const ours = new Map<string, unknown>(Object.entries(DEFAULT_DIALECT))
    const changed = Object.keys(strict).filter(
      (key) => JSON.stringify(strict[key]) !== JSON.stringify(ours.get(key)),
    )
    expect(changed.toSorted()).toEqual([
      'customers.required',
      'customers.unique_email',
      'filters.unknown_value',
      'input.unknown_fields',
      'pagination.out_of_range',
      'pagination.search_out_of_range',
      'rate.bulk_pdf',
      'templates.required',
    ])
  })
})
