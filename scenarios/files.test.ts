import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { checkScenario } from './check.ts'
import { listScenarios, readScenario, scenarioFile } from './files.ts'
import { ScenarioError } from './mistakes.ts'

const folder = mkdtempSync(join(tmpdir(), 'scenarios-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const LINE = { title: 'Cup', variant_title: '', quantity: 1, price: '4.50', sku: 'CUP' }
const STORE = { name: 'one', api_key: 'test_key_one_store' }
const scenario = (store: object) => ({ description: 'One', stores: [{ ...STORE, ...store }] })

test('the scenarios of the kit are the YAML files of this folder', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.yaml'))
  expect(listScenarios().map((name) => `${name}.yaml`)).toEqual(files.toSorted())
  // Those that the README and other tests name.
  expect(listScenarios()).toEqual(expect.arrayContaining(['default', 'many-invoices', 'small']))
})

test.each(listScenarios())('%s obeys the schema of scenario files', (name) => {
  const value: unknown = parse(readFileSync(scenarioFile(name), 'utf8'))
  expect(checkScenario(value, name)).toEqual(readScenario(name))
})

test('a YAML and a JSON file are read by their paths', () => {
  const value = scenario({ generate: { orders: 2 } })
  const yaml = write(
    'one.yaml',
    'description: One\nstores:\n  - { name: one, api_key: test_key_one_store, generate: { orders: 2 } }\n',
  )
  expect(readScenario(yaml)).toEqual(value)
  expect(readScenario(write('one.json', JSON.stringify(value)))).toEqual(value)
})

test('a name with a number has that many invoices', () => {
  expect(readScenario('many-invoices').stores[0]?.generate?.invoices).toBe(1000)
  expect(readScenario('many-invoices:7').stores[0]?.generate?.invoices).toBe(7)
})

describe('a name', () => {
  test.each<[name: string, says: string]>([
    ['smal', 'smal: there is no such scenario; did you mean small?'],
    ['richest', 'richest: there is no such scenario; the nearest of '],
    ['small:5', 'small:5: small takes no number; broken-service, large'],
    ['empty:5', 'empty takes no number'],
    ['richest:5', 'richest: there is no such scenario'],
    ['many-invoices:250001', 'the number of invoices must be a whole one of at most 250000'],
    ['many-invoices:99999999999999999999', 'must be a whole one of at most 250000'],
    ['many-invoices:some', 'must be a whole one of at most 250000'],
  ])('%s is refused', (name, says) => {
    expect(messageOf(() => readScenario(name))).toContain(says)
  })
})

describe('a file', () => {
  test('that is not there, or a folder', () => {
    mkdirSync(join(folder, 'shops.yaml'))
    expect(messageOf(() => readScenario(join(folder, 'none.yaml')))).toMatch(
      /none\.yaml: there is no such file$/,
    )
    expect(messageOf(() => readScenario(join(folder, 'shops.yaml')))).toMatch(
      /: is a folder: name a YAML or JSON/,
    )
  })

  test.each<[what: string, name: string, text: string, says: RegExp]>([
    [
      'YAML that is none: where, and a mark below the place',
      'torn.yaml',
      'description: x\nstores:\n  - name: one\n    plan: "paid\n',
      /torn\.yaml:5:1: is no YAML: Missing closing "quote\n {4}5 \| \n {6}\| \^$/,
    ],
    [
      'YAML with a list item at the wrong place',
      'item.yaml',
      'description: x\nstores:\n  - name: one\n  plan: paid\n',
      /item\.yaml:4:1: is no YAML: .*\n {4}4 \| {3}plan: paid\n {6}\| \^$/,
    ],
    [
      'a key twice',
      'twice.yaml',
      'description: x\ndescription: y\n',
      /twice\.yaml:2:1: is no YAML: Map keys must be unique/,
    ],
    [
      'a place in a line that is long',
      'long.yaml',
      `description: "${'x'.repeat(5000)}" }\n`,
      /long\.yaml:1:50\d\d: is no YAML: .*\n {4}1 \| x{10,200}" \}\n {6}\| +\^$/,
    ],
    [
      'JSON in terms of JSON',
      'comma.json',
      '{\n  "stores": [{ "name": "a", }]\n}\n',
      /comma\.json:2:29: is no JSON: (Unexpected token|Expected double-quoted property name).*\n {4}2 \|.*\n {6}\| {29}\^$/,
    ],
    [
      'JSON that ends too early',
      'early.json',
      '{"stores": [\n',
      /early\.json:1:13: is no JSON: it ends too early/,
    ],
    ['YAML that is nested without end', 'deep.yaml', '['.repeat(100_000), /nested too deeply|is no YAML/],
    ['YAML that unfolds without end', 'bomb.yaml', bomb(), /bomb\.yaml: is no YAML: Excessive alias count/],
    [
      'an empty one',
      'empty.yaml',
      '',
      /empty\.yaml: must be an object with .*description.*stores.*, and is null/,
    ],
  ])('%s', (_, name, text, says) => {
    expect(messageOf(() => readScenario(write(name, text)))).toMatch(says)
  })

  test('one mistake is told in one line, with its place', () => {
    const file = write(
      'one-mistake.yaml',
      'description: x\nstores:\n  - name: one\n    api_key: test_key_one_store\n    plan: gold\n',
    )
    expect(messageOf(() => readScenario(file))).toBe(
      `${file}:5:11: stores[0].plan: must be one of "paid", "free", and is "gold"`,
    )
  })

  test('several are told all, each on a line of its own, in the order of the text', () => {
    const text = `description: x
stores:
  - { name: one, api_key: test_key_one_store, quota: 10 }
  - name: two
    templats: []
    generate: { invoices: -1 }
`
    const file = write('mistakes.yaml', text)
    expect(messageOf(() => readScenario(file)).split('\n')).toEqual([
      `${file} has 4 mistakes:`,
      '  3:54   stores[0].quota: must be an object with requests (an integer from 1 to 1000000000), ' +
        'window_seconds (a number above 0 and at most 31536000), and is 10',
      expect.stringMatching(/^ {2}4:5 {4}stores\[1\]: lacks api_key: a string such as test_key_rich_store/),
      '  5:5    stores[1]: has no field "templats"; did you mean templates?',
      '  6:27   stores[1].generate.invoices: must be an integer from 0 to 250000, and is -1',
    ])
  })

  test('in JSON has places too', () => {
    const file = write('wrong.json', JSON.stringify(scenario({ plan: 'gold' }), null, 2))
    expect(messageOf(() => readScenario(file))).toMatch(/wrong\.json:7:15: stores\[0\]\.plan: must be one of/)
  })
})

/** Ten names for ten names for …, a thousand million in the end. */
function bomb(): string {
  const lines = Array.from({ length: 9 }, (_, level) => {
    const inner = level === 0 ? '"x"' : `*a${level - 1}`
    return `a${level}: &a${level} [${Array.from({ length: 10 }, () => inner).join(', ')}]`
  })
  return lines.join('\n')
}

describe('is refused', () => {
  const WRONG: [why: string, value: unknown, says: string | RegExp][] = [
    ['a text', 'text', 'it: must be an object with $schema, description'],
    [
      'no stores',
      { description: 'x', stores: [] },
      'it: stores: must be a list of at least 1 and at most 1000, and is []',
    ],
    [
      'a missing key',
      { description: 'x', stores: [{ name: 'one' }] },
      'it: stores[0]: lacks api_key: a string',
    ],
    [
      'an unknown plan',
      scenario({ plan: 'gold' }),
      'it: stores[0].plan: must be one of "paid", "free", and is "gold"',
    ],
    [
      'a short key',
      scenario({ api_key: 'short' }),
      'stores[0].api_key: must be a string such as test_key_rich_store',
    ],
    [
      'a misspelt field',
      scenario({ invoises: [] }),
      'stores[0]: has no field "invoises"; did you mean invoices?',
    ],
    [
      'a misspelt setting',
      scenario({ settings: { bussiness_name: '' } }),
      'stores[0].settings: has no field "bussiness_name"; did you mean business_name?',
    ],
    [
      'a misspelt order field',
      scenario({ orders: [{ noet: '' }] }),
      'stores[0].orders[0]: has no field "noet"; did you mean note?',
    ],
    [
      'a field of nothing that there is',
      scenario({ generate: { colours: 5 } }),
      'stores[0].generate: has no field "colours"; there are: customers, orders, draft_orders, invoices, days',
    ],
    [
      'a misspelt field of a line',
      scenario({ orders: [{ line_items: [{ ...LINE, quantiy: 3 }] }] }),
      'stores[0].orders[0].line_items[0]: has no field "quantiy"; did you mean quantity?',
    ],
    [
      'a wrong type beside a misspelt field, and no more',
      scenario({ orders: [{ note: 5, noet: '' }] }),
      /^it has 2 mistakes:\n.*has no field "noet".*\n.*note: must be a string, and is 5$|^it has 2 mistakes:\n.*note: must be a string, and is 5\n.*has no field "noet".*$/,
    ],
    [
      'a wrong type',
      scenario({ orders: [{ note: 5 }] }),
      'it: stores[0].orders[0].note: must be a string, and is 5',
    ],
    [
      'a time of no form',
      scenario({ invoices: [{ created: 'yesterday' }] }),
      'it: stores[0].invoices[0].created: must be a time before the clock such as -3d or -90m, or a date-time',
    ],
    [
      'a day of no calendar',
      scenario({ invoices: [{ created: '2026-13-01T00:00:00Z' }] }),
      'it: stores[0].invoices[0].created: must be a time before the clock such as -3d',
    ],
    [
      'a negative count',
      scenario({ generate: { orders: -1 } }),
      'stores[0].generate.orders: must be an integer from 0 to 250000, and is -1',
    ],
    [
      'a count beyond measure',
      scenario({ generate: { orders: 250_001 } }),
      'must be an integer from 0 to 250000, and is 250001',
    ],
    [
      'counts that are too much together',
      scenario({ generate: { orders: 250_000, invoices: 250_000 } }),
      'it: describes 500000 records, and at most 300000 are made',
    ],
    [
      'more stores than a mock holds',
      { description: 'x', stores: Array.from({ length: 1001 }, (_, at) => ({ ...STORE, name: `s${at}` })) },
      /stores: must be a list of at least 1 and at most 1000, and is a list of 1001$/,
    ],
    [
      'a payment state that there is not',
      scenario({ orders: [{ financial_status: 'payed' }] }),
      /financial_status: must be one of "paid", .*"authorized", and is "payed"; did you mean paid\?$/,
    ],
    [
      'no pieces',
      scenario({ orders: [{ line_items: [{ ...LINE, quantity: 0 }] }] }),
      /quantity: must be an integer from 1 to \d+, and is 0$/,
    ],
    [
      'a price below nothing',
      scenario({ orders: [{ line_items: [{ ...LINE, price: '-1.234567' }] }] }),
      /price: must be a string such as 49\.50, .*, and is "-1\.234567"$/,
    ],
    [
      'a price as a number',
      scenario({ orders: [{ line_items: [{ ...LINE, price: 4.5 }] }] }),
      /price: must be a string such as 49\.50, .*, and is 4\.5$/,
    ],
    [
      'a price finer than its currency',
      scenario({ orders: [{ currency: 'JPY', line_items: [{ ...LINE, price: '4.50' }] }] }),
      'stores[0].orders[0].line_items[0].price: must have at most 0 digits after the point in JPY, and is "4.50"',
    ],
    [
      'an edit to a price finer than its order has',
      scenario({
        invoices: [{ order: { currency: 'JPY' }, edited: { line_items: [{ ...LINE, price: '4.50' }] } }],
      }),
      'stores[0].invoices[0].edited.line_items[0].price: must have at most 0 digits after the point in JPY',
    ],
    [
      'an edit of what cannot be edited',
      scenario({ invoices: [{ edited: { id: 7 } }] }),
      'stores[0].invoices[0].edited: has no field "id"',
    ],
    [
      'a currency that there is not',
      scenario({ orders: [{ currency: 'ABC' }] }),
      'currency: must be an ISO 4217 currency code such as EUR, and is "ABC"',
    ],
    [
      'a language that there is not',
      scenario({ settings: { locale: 'xx' } }),
      'settings.locale: must be a locale such as en or pt-BR, and is "xx"',
    ],
    [
      'a quota of nothing but a number',
      scenario({ quota: 10 }),
      'quota: must be an object with requests (an integer from 1 to 1000000000), window_seconds',
    ],
    [
      'a window without end',
      scenario({ quota: { requests: 1, window_seconds: 1e300 } }),
      'window_seconds: must be a number above 0 and at most 31536000',
    ],
    [
      'an email that is none',
      scenario({ customers: [{ email: 'x@' }] }),
      'customers[0].email: must be an email address, or empty, and is "x@"',
    ],
    [
      'a template without a type',
      scenario({ templates: [{ name: 'A' }] }),
      'it: stores[0].templates[0]: lacks template_type: one of "invoice", "packing_slip", "credit_note"',
    ],
    [
      'two stores of a name',
      { description: 'x', stores: [STORE, { ...STORE, api_key: 'another_key_of_it' }] },
      'it: stores[1].name: is "one", as is stores[0].name',
    ],
    [
      'a key that begins another',
      { description: 'x', stores: [STORE, { name: 'two', api_key: `${STORE.api_key}_2` }] },
      "stores[0].api_key: must not be the beginning of another store's key",
    ],
    [
      'an order id twice',
      scenario({ orders: [{ id: 5 }], invoices: [{ order: { id: 5 } }] }),
      'it: stores[0].invoices[0].order.id: is 5, as is stores[0].orders[0].id',
    ],
    [
      'a draft order id twice',
      scenario({ draft_orders: [{ id: 5 }], invoices: [{ invoice_type: 'quote', order: { id: 5 } }] }),
      'it: stores[0].invoices[0].order.id: is 5, as is stores[0].draft_orders[0].id',
    ],
  ]

  test.each(WRONG)('%s', (_, value, says) => {
    const message = messageOf(() => checkScenario(value, 'it'))
    const fits = typeof says === 'string' ? message.includes(says) : says.test(message)
    expect({ message, fits }).toEqual({ message, fits: true })
    expect(message).not.toMatch(/must match (format|"then")|must NOT have|property '/)
  })

  test('of a very large one the first mistake is told', () => {
    const wrong = scenario({ orders: Array.from({ length: 60_000 }, () => ({ note: 5, noet: 1 })) })
    expect(messageOf(() => checkScenario(wrong, 'it'))).toMatch(/^it: stores\[0\]\.orders\[0\]/)
  })

  test('of many mistakes the first fifty are told, and how many more there are', () => {
    const wrong = scenario({ orders: Array.from({ length: 80 }, () => ({ note: 5 })) })
    const lines = messageOf(() => checkScenario(wrong, 'it')).split('\n')
    expect(lines).toHaveLength(52)
    expect([lines[0], lines.at(-1)]).toEqual(['it has 80 mistakes:', '  and 30 more'])
  })
})

test('one id may name an order and a draft order', () => {
  const both = scenario({ orders: [{ id: 5 }], draft_orders: [{ id: 5 }] })
  expect(checkScenario(both, 'both')).toEqual(both)
})

function messageOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof ScenarioError) return error.message
    throw error
  }
  throw new Error('The scenario was accepted')
}
