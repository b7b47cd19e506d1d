import { describe, expect, test } from 'vitest'
import { growth, LINEAR } from '../../schemas/testing/growth.ts'
import { personalMask, withoutSearch } from './personal-mask.ts'
import { Pseudonyms } from './pseudonyms.ts'

const VALUES = new Map([
  ['zoe@shop.example', 'email'],
  ['Zoë', 'first-name'],
  ['Zoë Müller', 'name'],
  ['O\'Brien & Søns "Ltd"', 'company'],
  ['Bo', 'last-name'],
  ['50674', 'zip'],
  ['+49 221 555 0100', 'phone'],
  ['4922155501', 'phone'],
  ['List', 'last-name'],
  ['Lindenstraße 12', 'address1'],
  ['C:\\temp', 'address2'],
])

const emails = (length: number): Map<string, string> =>
  new Map(Array.from({ length }, (_, n) => [`customer${n}@shop.example`, 'email']))

/** A mask that has named no value yet. */
const mask = (text: string, shown?: ReadonlySet<string>) => personalMask(VALUES)(text, shown)

describe('a text is masked', () => {
  test.each<[string, string, string]>([
    ['an email', 'to zoe@shop.example.', 'to customer-email-1.'],
    ['the longest value that begins there', 'Zoë Müller, Zoë', 'customer-name-1, Zoë'],
    ['an address', '(Lindenstraße 12)', '(customer-address1-1)'],
    ['escapes of JSON', String.raw`"Zo\u00eb M\u00FCller"`, '"customer-name-1"'],
    ['quotes in JSON', JSON.stringify('O\'Brien & Søns "Ltd"'), '"customer-company-1"'],
    ['a slash that JSON escapes', JSON.stringify('C:\\temp'), '"customer-address2-1"'],
    ['entities', 'O&#39;Brien &amp; S&#xf8;ns &quot;Ltd&quot;', 'customer-company-1'],
    ['a query', `?q=${encodeURIComponent('Zoë Müller')}&page=1`, '?q=customer-name-1&page=1'],
    ['a query of a form', '?q=%2B49+221+555+0100', '?q=customer-phone-1'],
    ['a short searched text', '/search?q=Bo&page=1', '/search?q=customer-last-name-1&page=1'],
    ['a long number', 'call 4922155501', 'call customer-phone-1'],
    ['a short value in its field', '{"last_name": "Bo"}', '{"last_name": "customer-last-name-1"}'],
    ['a number in its field', '{"zip":50674}', '{"zip":customer-zip-1}'],
    ['a quoted number', 'got "50674"', 'got "customer-zip-1"'],
    ['a quoted word of the contract', 'got "List"', 'got "customer-last-name-1"'],
    ['a value that is cut off', '200 {"email":"zoe@sh…', '200 {"email":"customer-email…'],
    ['a value that the text ends in', '200 {"email":"zoe@sh', '200 {"email":"customer-email'],
    [
      'a field after one that is cut off',
      '"address1": "Linden…\n"last_name": "Bo"',
      '"address1": "customer-address1…\n"last_name": "customer-last-name-1"',
    ],
  ])('%s', (_, text, masked) => {
    expect(mask(text)).toBe(masked)
  })

  test('equal values with equal names, in whatever form they are written', () => {
    expect(mask('zoe@shop.example, zoe%40shop.example')).toBe('customer-email-1, customer-email-1')
  })

  test('by names that several masks share', () => {
    const pseudonyms = new Pseudonyms('2')
    const masks = [
      personalMask(VALUES, pseudonyms),
      personalMask(new Map([['Ada@x.example', 'email']]), pseudonyms),
    ]
    expect(masks.map((one) => one('Ada@x.example zoe@shop.example'))).toEqual([
      'Ada@x.example customer-email-2.1',
      'customer-email-2.2 zoe@shop.example',
    ])
  })

  test('in time that grows with its length alone', () => {
    const slow = personalMask(emails(2000))
    const text = '"email":"customer7@shop.example","phone":"+49 %20 \\u0041 cust'
    expect(growth((length) => slow(text.repeat(length)), 10)).toBeLessThan(LINEAR)
  })
})

test('a mask is made in time that grows with the number of values alone', () => {
  expect(growth((length) => personalMask(emails(length))('text'), 20)).toBeLessThan(LINEAR)
})

describe('a text is left as it is', () => {
  test.each([
    ['a value within a word', 'Bolzano, Zoëlle, xzoe@shop.examples'],
    ['a short value elsewhere', 'Bo'],
    ['a number elsewhere', 'invoice 50674 of 2 in 50674 ms'],
    ['a word of the contract', 'List of invoices'],
    ['the name of a member', '{"List": 1}'],
    ['other values', '{"email":"ada@shop.example","zip":"1"}'],
  ])('%s', (_, text) => {
    expect(mask(text)).toBe(text)
  })

  test('a value that the failure shows, and no part of it', () => {
    const shown = new Set(['Zoë Müller', 'Bo'])
    expect(mask('?q=Zo%C3%AB%20M%C3%BCller {"last_name":"Bo"} zoe@shop.example', shown)).toBe(
      '?q=Zo%C3%AB%20M%C3%BCller {"last_name":"Bo"} customer-email-1',
    )
  })
})

test.each([
  ['GET /search?q=zoe1%40shop.example&page=1 → 200', 'GET /search?q=customer-search&page=1 → 200'],
  ['GET /customers?search=Zo%C3%AB → 200', 'GET /customers?search=customer-search → 200'],
  ['GET /search?q=%231042 → 200', 'GET /search?q=%231042 → 200'],
  ['GET /search?q=INV-1042&page=2 → 200', 'GET /search?q=INV-1042&page=2 → 200'],
  ['GET /search?q=customer-email-1 → 200', 'GET /search?q=customer-email-1 → 200'],
])('the line %s shows no name that was searched for', (line, shown) => {
  expect(withoutSearch(line)).toBe(shown)
})
