import { describe, expect, expectTypeOf, test } from 'vitest'
import { DEFAULT_DIALECT, DialectError, parseDialect, type Dialect } from './dialect.ts'
import { QUESTION_KEYS, QUESTIONS, type AdjustableKey } from './questions.ts'
import { fieldsOf } from './resources.ts'
import { validate } from './validate.ts'

const refusal = (value: unknown): string => {
  try {
    parseDialect(value)
  } catch (error) {
    expect(error).toBeInstanceOf(DialectError)
    return (error as DialectError).message
  }
  throw new Error('The dialect was accepted')
}

test('the dialect answers exactly the adjustable questions', () => {
  expectTypeOf<keyof Dialect>().toEqualTypeOf<AdjustableKey>()
  const adjustable = QUESTION_KEYS.filter((key) => QUESTIONS[key].adjustable)
  expect(Object.keys(DEFAULT_DIALECT).toSorted()).toEqual(adjustable.toSorted())
})

/** The numbers in a value or a text, `3,600` too. */
const numbersIn = (value: unknown): number[] =>
  (JSON.stringify(value).match(/\d[\d,]*/g) ?? []).map((number) => Number(number.replaceAll(',', '')))

test.each(QUESTION_KEYS.filter((key) => QUESTIONS[key].adjustable))(
  '%s is said to be what the default dialect has',
  (key) => {
    const { [key]: answer }: Readonly<Record<string, unknown>> = DEFAULT_DIALECT
    const said = numbersIn(QUESTIONS[key].ours)
    // Words for 3 digits of a second.
    const unsaid = key === 'format.timestamps' ? [3] : []
    // Milliseconds may be told in seconds.
    const isSaid = (number: number) => said.includes(number) || said.includes(number / 1000)
    expect(numbersIn(answer).filter((number) => !isSaid(number))).toEqual(unsaid)
  },
)

test.each([
  ['customers.required', 'resources/customer-input'],
  ['templates.required', 'resources/template-input'],
] as const)('%s may name any field of %s', (key, input) => {
  expect(fieldsOf('dialect')[key]?.items?.enum).toEqual(Object.keys(fieldsOf(input)))
})

test('the default dialect is valid and needs no note', () => {
  expect(validate('dialect', DEFAULT_DIALECT)).toEqual([])
  expect(parseDialect(DEFAULT_DIALECT)).toEqual({ dialect: DEFAULT_DIALECT, notes: [] })
})

test('what a partial dialect leaves out is ours', () => {
  const { dialect, notes } = parseDialect({ 'status.unprocessable': 400 })
  expect(dialect).toEqual({ ...DEFAULT_DIALECT, 'status.unprocessable': 400 })
  expect(notes).toEqual([])
})

describe('a wrong dialect is refused with the path of the wrong field and the allowed values', () => {
  test.each<[string, unknown, string]>([
    ['no object', ['x'], 'A dialect must be an object from question key to value, and is ["x"]'],
    ['null', null, 'A dialect must be an object from question key to value, and is null'],
    [
      'an unknown key',
      { 'status.unautorised': 403 },
      'status.unautorised: is no open question; did you mean status.unauthorized?',
    ],
    [
      'a status in quotes',
      { 'status.conflict': '409' },
      'status.conflict: must be an integer from 400 to 599, and is "409"',
    ],
    [
      'a success as an error',
      { 'status.conflict': 200 },
      'status.conflict: must be an integer from 400 to 599, and is 200',
    ],
    [
      'a value outside its set',
      { 'patch.omitted': 'cleared' },
      'patch.omitted: must be one of "kept", "reset", "reset_optional", and is "cleared"',
    ],
    ['text for a boolean', { 'rate.bulk_pdf': 'no' }, 'rate.bulk_pdf: must be true or false, and is "no"'],
    [
      'a nested value',
      { 'rate.quota': { requests: 5, window_seconds: 0 } },
      'rate.quota.window_seconds: must be a number above 0 and at most 31536000, and is 0',
    ],
    [
      'a nested field that is missing',
      { 'format.slug': { version: 7 } },
      'format.slug.case: must be one of "lower", "upper", and is missing',
    ],
    [
      'a nested field too many',
      { 'format.slug': { version: 7, case: 'lower', x: 1 } },
      'format.slug: must be an object with version (one of 4, 7), case (one of "lower", "upper"), and is {"version":7,"case":"lower","x":1}',
    ],
    [
      'an item of a list',
      { 'customers.required': ['email', 'nickname'] },
      'customers.required.1: must be one of "email", "first_name", "last_name", "phone", "tax_number", "eori_number", "tags", and is "nickname"',
    ],
  ])('%s', (_, value, message) => {
    expect(refusal(value)).toBe(message)
  })

  test('a key of the prototype is as unknown as any', () => {
    expect(refusal(JSON.parse('{"__proto__": 1}'))).toMatch(/^__proto__: is no open question/)
  })

  test('every wrong field has its line', () => {
    expect(refusal({ colour: 1, 'bulk.empty': 1, 'rate.bulk_pdf': 1 }).split('\n')).toHaveLength(3)
  })
})

describe('what the mock cannot imitate', () => {
  test('another answer to a question that is not adjustable is noted and has no effect', () => {
    const { dialect, notes } = parseDialect({ 'filters.time_zone': 'Europe/Berlin', 'status.created': 200 })
    expect(dialect).toEqual({ ...DEFAULT_DIALECT, 'status.created': 200 })
    expect(notes).toEqual([`can't imitate filters.time_zone "Europe/Berlin"; the mock's own answer is: UTC`])
  })

  test('our own answers to them need no note', () => {
    const own = QUESTION_KEYS.flatMap((key) => {
      const question = QUESTIONS[key]
      return 'value' in question ? [[key, structuredClone(question.value)]] : []
    })
    expect(own).toHaveLength(31)
    expect(parseDialect(Object.fromEntries(own))).toEqual({ dialect: DEFAULT_DIALECT, notes: [] })
  })

  test('an adjustable answer beyond the mock falls back to ours', () => {
    const { dialect, notes } = parseDialect({ 'list.order': 'other' })
    expect(dialect['list.order']).toBe('newest_first')
    expect(notes).toEqual([expect.stringMatching(/^can't imitate list\.order "other"/)])
  })
})
