import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { NoJson } from './json-bytes.ts'
import { jsonSteps } from './json-steps.ts'
import { resultOf } from './steps.ts'

/** A text in pieces of so many bytes. */
function inPieces(text: string, length: number): Uint8Array[] {
  const bytes = Buffer.from(text)
  const count = Math.ceil(bytes.length / length)
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * length, (at + 1) * length))
}

const read = (text: string, length = 1000): unknown => resultOf(jsonSteps(inPieces(text, length)))

const order = (id: number) => ({
  id,
  name: `#${id} "quoted" \\ \u20ac\u{1f600} ]}{[,:`,
  price: `${id}.50`,
  lines: [{ n: id }, [], {}, null, true, -1.5e3],
})
const orders = (count: number) => Array.from({ length: count }, (_, id) => order(id))
const long = 'y'.repeat(300_000)

const VALUES: Record<string, unknown> = {
  'a list of many': { before: 1, orders: orders(5000), after: { of: 'it' } },
  'lists in lists': [[orders(2000), orders(3)], [], [[[]]], orders(2000)],
  'a long text': { long, lists: [long, 1, long, [long]], [long]: 2 },
  'a large item among small ones': [1, 2, { orders: orders(3000) }, ...orders(2000), orders(3000)],
  'names of which some mean something elsewhere': JSON.parse(
    `{"__proto__": ${JSON.stringify(orders(3000))}, "2": 1, "constructor": 3, "1": 2, "": ${JSON.stringify(orders(2000))}}`,
  ),
  'a single value': 7,
  nothing: null,
}

test.each(Object.keys(VALUES))('%s is what JSON.parse makes of it', (name) => {
  for (const indent of [0, 2])
    for (const length of [7777, 65_536, 1e9]) {
      const text = JSON.stringify(VALUES[name], null, indent)
      const value = read(text, length)
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)))
      // Vitest's own comparison takes three times as long, which counts for so much.
      expect(isDeepStrictEqual(value, JSON.parse(text))).toBe(true)
    }
})

test('where a text is cut makes no difference, nor a mark of the byte order, nor a name that is given twice', () => {
  const text = ` \t{"a": "\\\\", "b":"\\"\u20ac\\u00e9",\r\n"a" : [${'"\\\\\\"",'.repeat(9000)}"\u{1f600}"] } \n`
  for (const length of [1, 2, 3, 5, 64, 4096]) {
    expect(isDeepStrictEqual(read(text, length), JSON.parse(text))).toBe(true)
    expect(isDeepStrictEqual(read(`\ufeff${text}`, Math.max(3, length)), JSON.parse(text))).toBe(true)
  }
})

const many = JSON.stringify(orders(3000)).slice(1, -1)

test.each([
  '',
  ' ',
  '{',
  '{}}',
  '{} 1',
  '[1,]',
  '[,1]',
  '[1 2]',
  '{"a":1,}',
  '{"a" 1}',
  '{"a":}',
  '{a:1}',
  '{1:1}',
  '"a',
  '"\\',
  'nul',
  `[${many},]`,
  `[,${many}]`,
  `[${many},,${many}]`,
  `[${many}}`,
  `[${many}`,
  `[${many}] ]`,
  `{"a":[${many}], }`,
  `{"a":[${many}]; "b": 1}`,
  `{"a":{"b":[${many}]}`,
  `{"a":[${many}],"b"}`,
  `[${many},{"a":1]]`,
  `[${many},"\n"]`,
  `[${many},"\u0001"]`,
  `[${many},01]`,
  `[\u00a0${many}]`,
])('what JSON.parse refuses is refused: %#', (text) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  for (const length of [11, 5000, 1e9]) expect(() => read(text, length)).toThrow(NoJson)
})

test('what is nested deeply is left to whoever refuses it', () => {
  expect(read('['.repeat(40) + ']'.repeat(40))).toEqual(JSON.parse('['.repeat(40) + ']'.repeat(40)))
  expect(() => read('['.repeat(60) + ']'.repeat(60))).toThrow(NoJson)
  expect(() => read(`[${'['.repeat(50)}${many}${']'.repeat(50)}]`)).toThrow(NoJson)
})

test('a text that is read takes many steps, none of which makes much of it', () => {
  const steps = jsonSteps(inPieces(JSON.stringify({ all: { of: orders(20_000) } }), 65_536))
  expect([...steps].length).toBeGreaterThan(100)
})
