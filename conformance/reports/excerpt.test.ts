import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

const page = {
  invoices: [{ id: 1 }, { id: 2 }],
  meta: { page: 1, per_page: '250', total: 2, total_pages: 1 },
}

test('a field of the body is marked among its neighbours', () => {
  expect(excerptOf(page, 'meta.per_page')).toEqual({
    at: 'meta.per_page',
    excerpt: [
      '{',
      '  "invoices": [… 2],',
      '  "meta": {',
      '    "page": 1,',
      '→   "per_page": "250",',
      '    "total": 2,',
      '    "total_pages": 1',
      '  }',
      '}',
    ]
      .join('\n')
      .replaceAll(/,$/gm, ''),
  })
})

test('a field of a record is found in the record, lists in it too', () => {
  const lines = [{ title: 'a' }, { title: 7 }]
  const found = excerptOf({ invoice: { id: 1, line_items: lines } }, 'line_items.1.title')
  expect(found?.at).toBe('invoice.line_items.1.title')
  expect(found?.excerpt).toContain('→       "title": 7')
})

test('what is not there is said not to be', () => {
  const found = excerptOf({ customer: { id: 1 } }, 'email')
  expect(found?.at).toBe('customer.email')
  expect(found?.excerpt).toContain('→   "email": is not there')
})

test('only what is near is shown, and long texts are cut', () => {
  const settings = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`s${at}`, 'x'.repeat(100)]))
  const { excerpt = '' } = excerptOf({ settings }, 's15') ?? {}
  expect(excerpt).toContain('s12')
  expect(excerpt).not.toContain('"s11"')
  expect(excerpt).toContain('s18')
  expect(excerpt).not.toContain('"s19"')
  expect(Math.max(...excerpt.split('\n').map(({ length }) => length))).toBeLessThan(80)
})

test.each([
  ['a body that is none', undefined],
  ['a text', 'OK'],
  ['a list', [1, 2]],
  ['a body without such a place', { message: 'queued' }],
  ['a list, in which nobody tells which record is meant', page],
])('%s has no excerpt', (_, body) => {
  expect(excerptOf(body, 'billing_address.total')).toBeUndefined()
  expect(excerptOf(body, 'total')?.at).not.toBe('meta.total')
})
