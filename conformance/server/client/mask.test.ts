import { describe, expect, test } from 'vitest'
import { growth, LINEAR } from '../../../schemas/testing/growth.ts'
import { exchangeWith } from '../../proof/testing/exchange.ts'
import { KEYS, SIGNATURE, target } from '../../proof/testing/made-up-result.ts'
import { keyPieces } from './key-pieces.ts'
import { masker, secretsOf, signaturesIn } from './mask.ts'

const key = 'sk_live_0123456789ABCDEF'
const mask = masker([key])
const spelled = (written: (code: number) => string) =>
  [...key].map((letter) => written(letter.charCodeAt(0))).join('')

describe('text is masked', () => {
  test.each<[string, string, string]>([
    ['a key', `key ${key}!`, 'key ***!'],
    ['a key twice', `${key}${key}`, '***'],
    ['a key in other letter case', key.toUpperCase(), '***'],
    ['a key without its last character', `"${key.slice(0, -1)}"`, '"***"'],
    ['the first half of a key', key.slice(0, 12), '***'],
    ['the last half of a key', `x${key.slice(12)}`, 'x***'],
    ['a key with a character changed', `${key.slice(0, 12)}-${key.slice(13)}`, '***-***'],
    ['a key in escapes of JSON', spelled((code) => `\\u${code.toString(16).padStart(4, '0')}`), '***'],
    ['a key in escapes of URLs', `?k=${spelled((code) => `%${code.toString(16)}`)}&x`, '?k=***&x'],
    ['a key in entities', `<b>${spelled((code) => `&#${code};`)}</b>`, '<b>***</b>'],
    ['a key with line ends in it', `x ${[...key].join('\n')} y`, 'x *** y'],
    ['a key with line ends of all kinds', [...key].join('\r\u0085\u2028\\n\u000b\u200b'), '***'],
    ['a key in base64', Buffer.from(key).toString('base64'), '***'],
    ['a key in hex', Buffer.from(key).toString('hex').toUpperCase(), '***'],
    ['a few letters of a key', 'sk_live', 'sk_live'],
    ['a signed URL', 'http://f/d?a=1&X-Sig=abc&expires=99#x', 'http://f/d?a=1&X-Sig=***&expires=***#x'],
    [
      'a signature in escaped JSON',
      String.raw`"http:\/\/f\/d?a=1\u0026signature=abc"`,
      String.raw`"http:\/\/f\/d?a=1\u0026signature=***"`,
    ],
    ['a JSON web token', 'x eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJ y', 'x *** y'],
    ['a password in a URL', 'http://user:pass@host/x?e=a@b.c', 'http://***@host/x?e=a@b.c'],
    [
      'an ordinary query',
      '/invoices?page=2&per_page=25&search=a@b.c',
      '/invoices?page=2&per_page=25&search=a@b.c',
    ],
  ])('%s', (_, text, masked) => {
    expect(mask(text)).toBe(masked)
  })

  test('with a key that URLs and JSON write otherwise', () => {
    const odd = masker(['a"b c/d+e&f=g'])
    expect(odd(`${encodeURIComponent('a"b c/d+e&f=g')} ${JSON.stringify('a"b c/d+e&f=g')}`)).toBe('*** "***"')
  })

  test('never words of the contract, though a key is made of them', () => {
    const wordy = masker(['test_key_limited_store'])
    expect(wordy('status.rate_limited test_key_limited_store')).toBe('status.rate_limited ***')
    expect(wordy('test_key_limited_stor')).toBe('***')
  })

  test('short keys are hidden whole, the shortest not in running text', () => {
    expect(masker(['abcd', 'e'])('abcd abc e')).toBe('*** abc e')
  })

  test('in time that grows with its length alone', () => {
    expect(growth((length) => mask('?sig'.repeat(length * 2) + 'sk_live_'.repeat(length)), 170)).toBeLessThan(
      LINEAR,
    )
  })
})

test('the secrets of a target are its keys and what its hooks send', () => {
  expect(secretsOf(target)).toEqual([...Object.values(KEYS), expect.stringContaining('hook-token')])
})

test('what signs a download URL is a secret whatever its name and place', () => {
  const pdf_url = `http://f/files/${SIGNATURE}/invoice-2026-00001.pdf?slug=7f9c24e8-3b12-4c8e-9d1a-0123456789ab&z=${SIGNATURE}2`
  expect(signaturesIn(exchangeWith(200, { invoice: [{ pdf_url }] }))).toEqual([SIGNATURE, `${SIGNATURE}2`])
})

const variable = (text: string) => [{ variable: text }]

describe('a sent key is told by variables', () => {
  const own = KEYS.api_key
  test.each<[string, string, unknown]>([
    ['itself', own, variable('$INVOICING_API_KEY')],
    ['of another store', KEYS.other_store_api_key, variable('$INVOICING_OTHER_STORE_API_KEY')],
    ['upper case', own.toUpperCase(), variable('${INVOICING_API_KEY^^}')],
    ['lower case', own.toLowerCase(), variable('${INVOICING_API_KEY,,}')],
    ['its first half', own.slice(0, 15), variable('${INVOICING_API_KEY:0:15}')],
    ['its last half', own.slice(15), variable('${INVOICING_API_KEY:15:15}')],
    ['one character more', `${own}0`, [...variable('${INVOICING_API_KEY}'), { text: '0' }]],
    ['twice', own + own, [...variable('${INVOICING_API_KEY}'), ...variable('${INVOICING_API_KEY}')]],
    ['a stranger', 'nobody', [{ text: 'nobody' }]],
    ['one character', 's', [{ text: 's' }]],
    ['nothing', '', []],
  ])('%s', (_, sent, pieces) => {
    expect(keyPieces(sent, target)).toEqual(pieces)
  })
})
