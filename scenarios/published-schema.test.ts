import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, expect, test, vi } from 'vitest'
import { fixturesCommand } from '../fixtures/cli.ts'
import { exportSchemas } from '../schemas/export.ts'
import { formats } from '../schemas/formats.ts'
import { publishedScenarioSchema } from './published-schema.ts'

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
