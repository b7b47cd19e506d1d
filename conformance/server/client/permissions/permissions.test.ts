import { describe, expect, test } from 'vitest'
import { fieldsOf } from '../../../../schemas/resources.ts'
import { exchangeWith } from '../../../proof/testing/exchange.ts'
import { parseTarget } from '../../load-target.ts'
import { requestOf, type Call } from '../call.ts'
import { carriesKeyElsewhere } from './key-exposure.ts'
import { outgoingOf } from './outgoing.ts'
import { matchesRecipient } from './recipients.ts'
import { isSettingInUse, SETTING_USES } from './settings-in-use.ts'
import { Sightings } from './sightings.ts'
import { isPlainBodyText, isWellFormed } from './well-formed.ts'

const target = parseTarget({ base_url: 'http://127.0.0.1:9/api', api_key: 'sk_live_0123456789' }, {})

const apiRequest = (call: Call) => ({
  to: 'api' as const,
  operation: 'listInvoices' as const,
  call,
  request: requestOf(target, 'GET', '/invoices', call),
})

describe('a recipient', () => {
  test.each([
    ['qa@example.com', 'qa@example.com', true],
    ['QA@Example.com', 'qa@example.com', true],
    ['qa2@example.com', 'qa@example.com', false],
    ['anyone@example.test', '*@example.test', true],
    ['anyone@example.test.evil.com', '*@example.test', false],
    ['qa+7@example.com', 'qa+*@example.com', true],
    ['a@b.c', '*', true],
    ['a', 'a*a', false],
  ])('%s and the pattern %s', (address, pattern, matches) => {
    expect(matchesRecipient(address, pattern)).toBe(matches)
  })
})

describe('well-formed values', () => {
  test.each<[string, Call]>([
    ['no values', {}],
    ['whole numbers, in range or not', { query: { page: 0, per_page: '251' } }],
    ['a day', { query: { created_at_min: '2026-02-28' } }],
    ['a name with an apostrophe', { query: { q: "O'Brien & Söhne" } }],
    ['a UUID', { params: { slug: '00000000-0000-4000-8000-000000000000' } }],
    ['an email template', { body: { settings: { email_subject_template: 'Invoice {{ number }}' } } }],
    ['lines of a text', { body: { settings: { footer_message: 'one\r\ntwo\tthree' } } }],
    ['languages', { headers: { 'accept-language': 'de-DE,de;q=0.9' } }],
  ])('%s', (_, call) => {
    expect(isWellFormed(apiRequest(call))).toBe(true)
  })

  test.each<[string, Call]>([
    ['a number that is none', { query: { page: '1e3' } }],
    ['a number beyond 2^53', { query: { page: '9223372036854775807' } }],
    ['a day that is none', { query: { created_at_max: '2026-02-30' } }],
    ['a repeated parameter', { query: { page: [1, 2] } }],
    ['SQL', { query: { q: "'; DROP TABLE invoices; --" } }],
    ['a script', { query: { q: '<script>alert(1)</script>' } }],
    ['a path', { query: { q: '../../etc/passwd' } }],
    ['a control character', { query: { q: 'a\u0000b' } }],
    ['a long text', { query: { q: 'x'.repeat(300) } }],
    ['a slug with a space', { params: { slug: 'a b' } }],
    ['a raw query', { raw_query: 'page=%zz' }],
    ['a raw body', { raw_body: '{"half": ' }],
    ['a header of its own', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['what is malformed on purpose', { odd: true }],
  ])('not %s', (_, call) => {
    expect(isWellFormed(apiRequest(call))).toBe(false)
  })

  test('a value that the server showed may be written as it is', () => {
    const call = { body: { settings: { footer_message: '<b>old</b>' } } }
    expect(isWellFormed(apiRequest(call))).toBe(false)
    expect(isWellFormed(apiRequest(call), ['<b>old</b>'])).toBe(true)
    expect(isPlainBodyText('<b>old</b>')).toBe(false)
  })
})

describe('the real key', () => {
  const key = target.api_key

  test.each<[string, Call, boolean]>([
    ['in X-Auth-Token', {}, false],
    ['in the query', { key: 'none', query: { api_key: key } }, true],
    ['in the query, escaped', { key: 'none', raw_query: `k=%73${key.slice(1)}` }, true],
    ['in another header', { key: 'none', headers: { authorization: `Bearer ${key}` } }, true],
    ['in a cookie, in upper case', { key: 'none', headers: { cookie: key.toUpperCase() } }, true],
    ['in a body', { body: { note: key } }, true],
    ['nowhere', { key: 'none', query: { api_key: 'other' } }, false],
  ])('%s', (_, call, isElsewhere) => {
    expect(carriesKeyElsewhere(apiRequest(call), target)).toBe(isElsewhere)
  })
})

test.each([
  ['http://127.0.0.1:9/documents/1', false],
  ['http://files.example/documents/1', true],
])('the real key in X-Auth-Token of a download from %s', (url, isElsewhere) => {
  const request = { method: 'GET', url, headers: { 'x-auth-token': target.api_key }, body: null }
  expect(carriesKeyElsewhere({ to: 'download', request }, target)).toBe(isElsewhere)
})

describe('settings in use', () => {
  test('every setting of the contract has a use', () => {
    expect(Object.keys(SETTING_USES).toSorted()).toEqual(
      Object.keys(fieldsOf('resources/settings')).toSorted(),
    )
  })

  test.each([
    ['business_name', {}, true],
    ['payment_reminder_interval', { enable_payment_reminders: true }, true],
    ['payment_reminder_interval', { enable_payment_reminders: false }, false],
    ['payment_reminder_interval', null, true],
    ['no_such_setting', null, false],
    ['constructor', null, false],
  ])('%s while the settings are %j', (name, current, isInUse) => {
    expect(isSettingInUse(name, current)).toBe(isInUse)
  })
})

test('an address that the store had is not taken for one of the run', () => {
  const sightings = new Sightings()
  const settings = { invoice_bcc: true, invoice_bcc_email: 'books@store.example' }
  sightings.note(exchangeWith(200, { settings }))
  for (const email of ['books@store.example', 'copies@kit.example'])
    sightings.count(
      outgoingOf('http://127.0.0.1:9/orders/1', { hook: 'edit_order', body: JSON.stringify({ email }) }),
    )
  expect(sightings.blindCopy).toBe('books@store.example')
  expect([...sightings.ownAddresses]).toEqual(['copies@kit.example'])
})
