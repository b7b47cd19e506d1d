import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, expect, test, vi } from 'vitest'
import { fixturesCommand } from '../fixtures/cli.ts'
import { exportSchemas } from '../schemas/export.ts'
import { formats } from '../schemas/formats.ts'
import { publishedScenarioSchema } from './published-schema.ts'
import type { Scenario, ScenarioStore } from './scenario.ts'

const folder = mkdtempSync(join(tmpdir(), 'published-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What `invoicing-kit/schemas/*` has: each JSON Schema by its name. */
const published = exportSchemas(folder, { 'scenario.json': publishedScenarioSchema() })
  .map((path) => [relative(folder, path), JSON.parse(readFileSync(path, 'utf8'))] as const)
  .filter(([file]) => file !== 'openapi.json')

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: formats() })
for (const [, schema] of published) ajv.addSchema(schema)

async function printed(...args: string[]): Promise<unknown> {
  let text = ''
  const write = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((part) => Boolean((text += String(part))))
  try {
    await fixturesCommand({ scenario: publishedScenarioSchema() }).parseAsync(args, { from: 'user' })
  } finally {
    write.mockRestore()
  }
  return JSON.parse(text)
}

test.each(published)('fixtures --schema %s gives what any validator finds valid', async (file, { $id }) => {
  const [one] = [await printed('--schema', file, '--count', '1')].flat()
  expect(ajv.validate($id, one)).toBe(true)
})

test('near misses of a scenario are none', async () => {
  const miss = await printed('--schema', 'scenario', '--invalid', '--seed', '2')
  const id = publishedScenarioSchema().$id
  expect(ajv.validate(id, Reflect.get(Object(miss), 'value'))).toBe(false)
})

/** What the types say of scenarios and their stores; they are kept by hand, and a new field does not compile without a row. */
const FIELDS: Record<keyof Scenario | '$schema', true> = {
  $schema: true,
  description: true,
  faults: true,
  clock: true,
  dialect: true,
  next_ids: true,
  stores: true,
}
const STORE_FIELDS: Record<keyof ScenarioStore, true> = {
  name: true,
  plan: true,
  api_key: true,
  quota: true,
  rate_window: true,
  clock: true,
  dialect: true,
  first_invoice_number: true,
  settings: true,
  templates: true,
  customers: true,
  orders: true,
  draft_orders: true,
  invoices: true,
  generate: true,
  emails: true,
  bulk_actions: true,
  records: true,
}

test('the schema of scenarios has the fields of their types', () => {
  const { properties, $defs } = JSON.parse(readFileSync(new URL('scenario.json', import.meta.url), 'utf8'))
  expect(Object.keys(properties).toSorted()).toEqual(Object.keys(FIELDS).toSorted())
  expect(Object.keys($defs.store.properties).toSorted()).toEqual(Object.keys(STORE_FIELDS).toSorted())
})
