import { expect, test } from 'vitest'
import { Masking } from '../../schemas/journal/masking.ts'

const KEY = 'test_key_rich_store'
const ODD = 'key+of/another"one'
const mask = new Masking(
  [
    { name: 'rich', api_key: KEY },
    { name: 'odd', api_key: ODD },
    { name: 'longer', api_key: `${KEY}_too` },
  ],
  ['a_key_of_nobody', 'short'],
)

test.each<[string, string, string]>([
  ['a key names its store', KEY, '***tore (rich)'],
  ['in a sentence, twice', `${KEY} is not ${KEY}`, '***tore (rich) is not ***tore (rich)'],
  ['the longer of two', `${KEY}_too`, '***_too (longer)'],
  ['percent-encoded', `/x/${encodeURIComponent(ODD)}`, '/x/***"one (odd)'],
  ['one that the request came with', 'a_key_of_nobody', '***body'],
  ['a short one is no word to be blackened', 'in short', 'in short'],
  [
    'what signs a URL',
    'http://h/d/1/a.pdf?expires=1795316575&signature=0123456789abcdef',
    'http://h/d/1/a.pdf?expires=***6575&signature=***cdef',
  ],
  ['a key in a query', `?api_key=${KEY}&page=2`, '?api_key=***tore (rich)&page=2'],
  ['plain text', 'INV-1001 for a@b.example', 'INV-1001 for a@b.example'],
])('%s', (_, text, masked) => {
  expect(mask.text(text)).toBe(masked)
  expect(mask.json({ deep: [{ [text]: text }] })).toEqual({ deep: [{ [masked]: masked }] })
})

test.each([
  ['x-auth-token', KEY, '***tore (rich)'],
  ['x-auth-token', 'test_key_rich_stora', '***tora'],
  ['x-auth-token', 'short', '***'],
  ['authorization', `Bearer ${KEY}`, 'Bearer ***tore (rich)'],
  ['authorization', 'Basic dXNlcjpwYXNz', 'Basic ***YXNz'],
  ['cookie', 'session=12345678', '***5678'],
  ['accept', '*/*', '*/*'],
])('header %s: %s', (name, value, masked) => expect(mask.header(name, value)).toBe(masked))

test('of a query, what is named as a secret, and keys by any name', () => {
  expect(mask.parameter('signature', 'abcdefghij')).toBe('***ghij')
  expect(mask.parameter('q', KEY)).toBe('***tore (rich)')
  expect(mask.parameter('page', '2')).toBe('2')
})
