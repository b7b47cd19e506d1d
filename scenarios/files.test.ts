import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

const STORE = { name: 'one', api_key: 'test_key_one_store' }
const scenario = (store: object) => ({ description: 'One', stores: [{ ...STORE, ...store }] })

test('the kit has these scenarios', () => {
  expect(listScenarios()).toEqual(['default', 'empty', 'many-invoices', 'rate-limited', 'small', 'unicode'])
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

describe('is refused', () => {
  test('an unknown name, with the known ones', () => {
    expect(() => readScenario('richest')).toThrow(/default, empty, many-invoices/)
    expect(() => readScenario('richest:5')).toThrow(ScenarioError)
  })

  test('a file that is not there or cannot be parsed', () => {
    expect(() => readScenario(join(folder, 'none.yaml'))).toThrow(/no such file/)
    expect(() => readScenario(write('torn.yaml', 'stores: [}'))).toThrow(ScenarioError)
  })

  const WRONG: [why: string, value: unknown, says: string | RegExp][] = [
    ['a text', 'text', 'the file: must be object'],
    ['no stores', { description: 'x', stores: [] }, 'stores: must NOT have fewer than 1 items'],
    [
      'a missing key',
      { description: 'x', stores: [{ name: 'one' }] },
      "stores[0]: must have required property 'api_key'",
    ],
    ['an unknown plan', scenario({ plan: 'gold' }), /^stores\[0\]\.plan: .*: paid, free$/],
    [
      'a short key',
      scenario({ api_key: 'short' }),
      /^stores\[0\]\.api_key: must match pattern .*for example test_key_rich_store$/m,
    ],
    ['a misspelt field', scenario({ invoises: [] }), 'stores[0]: has no field "invoises"'],
    [
      'a misspelt setting',
      scenario({ settings: { bussiness: '' } }),
      'stores[0].settings: has no field "bussiness"',
    ],
    [
      'a misspelt order field',
      scenario({ orders: [{ noet: '' }] }),
      'stores[0].orders[0]: has no field "noet"',
    ],
    ['a wrong type', scenario({ orders: [{ note: 5 }] }), /^stores\[0\]\.orders\[0\]\.note: must be string/],
    [
      'a time of no form',
      scenario({ invoices: [{ created: 'yesterday' }] }),
      /^stores\[0\]\.invoices\[0\]\.created: .*for example -3d, -90m/m,
    ],
    [
      'a day of no calendar',
      scenario({ invoices: [{ created: '2026-13-01T00:00:00Z' }] }),
      /^stores\[0\]\.invoices\[0\]\.created: must match format/m,
    ],
    ['a negative count', scenario({ generate: { orders: -1 } }), 'stores[0].generate.orders: must be >= 0'],
    [
      'a template without a type',
      scenario({ templates: [{ name: 'A' }] }),
      "stores[0].templates[0]: must have required property 'template_type'",
    ],
    [
      'two stores of a name',
      { description: 'x', stores: [STORE, { ...STORE, api_key: 'another_key_of_it' }] },
      'stores: two are named "one"',
    ],
    [
      'a key that begins another',
      { description: 'x', stores: [STORE, { name: 'two', api_key: `${STORE.api_key}_2` }] },
      "stores[0].api_key: must not be the beginning of another store's key",
    ],
    [
      'an order id twice',
      scenario({ orders: [{ id: 5 }], invoices: [{ order: { id: 5 } }] }),
      'stores: two orders have the id 5',
    ],
    [
      'a draft order id twice',
      scenario({ draft_orders: [{ id: 5 }], invoices: [{ invoice_type: 'quote', order: { id: 5 } }] }),
      'stores: two draft orders have the id 5',
    ],
  ]

  test.each(WRONG)('%s', (_, value, says) => {
    expect(problemsOf(value).join('\n')).toMatch(says)
  })

  test('a file with its name and every problem in the message', () => {
    const file = write('wrong.json', JSON.stringify(scenario({ plan: 'gold', quota: {} })))
    expect(() => readScenario(file)).toThrow(
      /wrong\.json is no scenario:\n {2}stores\[0\]\.\w+: .*\n {2}stores\[0\]\./,
    )
  })
})

test('one id may name an order and a draft order', () => {
  const both = scenario({ orders: [{ id: 5 }], draft_orders: [{ id: 5 }] })
  expect(checkScenario(both, 'both')).toEqual(both)
})

function problemsOf(value: unknown): readonly string[] {
  try {
    checkScenario(value, 'it')
    return []
  } catch (error) {
    if (error instanceof ScenarioError) return [error.message]
    throw error
  }
}
