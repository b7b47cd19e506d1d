import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import openapiTypeScript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { describe, expect, onTestFinished, test } from 'vitest'
import { orderTotals } from './commerce/totals.ts'
import { CLAUSES } from './clauses.ts'
import { DEFAULT_DIALECT, type Dialect } from './dialect.ts'
import { formats } from './formats.ts'
import { exampleOf } from './openapi-components.ts'
import { openapi } from './openapi.ts'
import { OPERATION_IDS, OPERATIONS } from './operations.ts'
import { QUESTION_KEYS } from './questions.ts'
import { schemaNames } from './schema-files.ts'
import type { InvoiceResponse, InvoicesResponse } from './types.ts'
import { validate } from './validate.ts'

interface Answer {
  description: string
  headers?: object
  content?: { 'application/json': { schema: { $ref?: string; anyOf?: object[] } } }
}

const responses = (id: keyof typeof OPERATIONS, dialect: Partial<Dialect> = {}): Record<string, Answer> => {
  const { paths } = openapi({ dialect: { ...DEFAULT_DIALECT, ...dialect } })
  const { path, method } = OPERATIONS[id]
  const operation = paths[path]?.[method.toLowerCase()] as { responses: Record<string, Answer> }
  return operation.responses
}

/** Every body in a document that has an example. */
function mediaTypes(part: unknown): { schema: object; example: unknown }[] {
  if (typeof part !== 'object' || part === null) return []
  const inner = Object.values(part).flatMap(mediaTypes)
  return 'schema' in part && 'example' in part
    ? [part as { schema: object; example: unknown }, ...inner]
    : inner
}

/** The name of the request schema that a path's first operation with a body takes. */
const taken = (dialect: Partial<Dialect>, path: string) =>
  JSON.stringify(openapi({ dialect: { ...DEFAULT_DIALECT, ...dialect } }).paths[path]).match(
    /\w+Request(?=")/,
  )?.[0]

async function problems(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const found = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  })
  return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
}

/** What the compiler finds wrong with a program of these files. */
function compileErrors(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const paths = Object.entries(files).map(([name, source]) => {
    writeFileSync(join(folder, name), source)
    return join(folder, name)
  })
  const program = ts.createProgram(paths, { strict: true, noEmit: true, types: [], lib: ['lib.es2022.d.ts'] })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('the OpenAPI document', () => {
  const document = openapi({ server: 'http://127.0.0.1:5000/api/v1/external' })

  test('is valid under all recommended rules of Redocly, warnings included', async () => {
    expect(await problems(document)).toEqual([])
    const { license: _license, ...info } = document.info
    expect(await problems({ ...document, info })).toHaveLength(1)
  })

  test('gives openapi-typescript, as it comes, types that a client compiles with', async () => {
    const types = astToString(await openapiTypeScript(JSON.stringify(document)))
    const client = `import type { operations } from './api.d.ts'
      type List = operations['listInvoices']
      type Body<Id extends 'createInvoice' | 'createTemplate' | 'updateTemplate' | 'createCustomer'> =
        operations[Id]['requestBody']['content']['application/json']
      export const query: List['parameters']['query'] = { invoice_type: 'quote', per_page: 5 }
      export const invoice: Body<'createInvoice'> = { order_id: 1 }
      export const template: Body<'createTemplate'> = { template: { name: 'Classic' } }
      // @ts-expect-error this server demands a name
      export const nameless: Body<'createTemplate'> = { template: { font_size: 9 } }
      export const change: Body<'updateTemplate'> = { template: { font_size: 9 } }
      export const customer: Body<'createCustomer'> = { customer: {} }
      export const total = (page: List['responses'][200]['content']['application/json']): number => page.meta.total
      export const wrong: number = '' as NonNullable<List['parameters']['query']>['created_at_min']`
    expect(compileErrors({ 'api.d.ts': types, 'client.ts': client })).toEqual([
      expect.stringContaining(`Type 'string | undefined' is not assignable to type 'number'`),
    ])
  })

  test('has every operation once, under its id and with the sentences of its clauses', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(
      operations.map((operation) => (operation as { operationId: string }).operationId).toSorted(),
    ).toEqual(OPERATION_IDS.toSorted())
    expect(JSON.stringify(document.paths['/invoices'])).toContain(CLAUSES['create.returns-existing'].says)
  })

  test('has a component for each schema of a body or answer', () => {
    const wanted = schemaNames().filter((name) => /^(resources|requests|responses|errors)\//.test(name))
    const ofThisServer = ['NewTemplate', 'NewTemplateRequest']
    expect(Object.keys(document.components.schemas)).toHaveLength(wanted.length + ofThisServer.length)
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(ofThisServer))
  })

  test('demands of creations, and of updates that reset, what the dialect demands', () => {
    expect(taken({ 'templates.required': [] }, '/templates')).toBe('TemplateRequest')
    expect(taken({}, '/templates')).toBe('NewTemplateRequest')
    expect(taken({}, '/templates/{id}')).toBe('TemplateRequest')
    expect(taken({ 'patch.omitted': 'reset' }, '/templates/{id}')).toBe('NewTemplateRequest')
    expect(taken({ 'customers.required': ['email'] }, '/customers')).toBe('NewCustomerRequest')
  })

  test('tells the default of a field of a request', () => {
    const { properties } = document.components.schemas['CreateInvoiceRequest'] as {
      properties: Record<string, object>
    }
    expect(properties['draft']).toEqual({
      type: 'boolean',
      description: 'true for a draft order. Default: false.',
    })
  })

  test.each<[string, Partial<Dialect>]>([
    ['our dialect', {}],
    ['one that demands', { 'templates.required': ['name', 'logo_url'], 'customers.required': ['email'] }],
  ])('has examples that are valid in it, under %s', (_, dialect) => {
    const served = openapi({ dialect: { ...DEFAULT_DIALECT, ...dialect } })
    const ajv = new Ajv2020({ strict: false, formats: formats() }).addSchema({ ...served, $id: 'served' })
    const bodies = mediaTypes(served.paths)
    expect(bodies.length).toBeGreaterThan(100)
    for (const { schema, example } of bodies)
      expect(ajv.validate(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"served#/')), example)).toBe(
        true,
      )
  })

  test('has an invoice as its example that adds up', () => {
    const { invoice } = exampleOf('responses/invoice') as InvoiceResponse
    const { tax_lines, total_price } = orderTotals(invoice)
    expect({ tax_lines, total_price }).toEqual({
      tax_lines: invoice.tax_lines,
      total_price: invoice.total_price,
    })
    const { invoices } = exampleOf('responses/invoices') as InvoicesResponse
    expect(invoices[0]?.total_price).toBe(total_price)
  })

  test('tells how every open question is answered', () => {
    for (const key of QUESTION_KEYS) expect(document.info.description).toContain(`\`${key}\``)
  })

  test('names the server it is told', () => {
    expect(document.servers).toEqual([{ url: 'http://127.0.0.1:5000/api/v1/external' }])
  })
})

test.each(schemaNames().filter((name) => /^(requests|responses|errors)\//.test(name)))(
  'the example of %s is valid',
  (name) => expect(validate(name, exampleOf(name))).toEqual([]),
)

const told = (answers: Record<string, Answer>) =>
  Object.keys(answers).filter((status) => answers[status]?.headers)

describe('answers', () => {
  test.each(OPERATION_IDS)('%s lists its kinds of error and the 403', (id) => {
    const statuses = {
      unauthorized: 401,
      'not-found': 404,
      unprocessable: 422,
      conflict: 409,
      'rate-limited': 429,
    }
    const wanted = [403, ...OPERATIONS[id].errors.map((kind) => statuses[kind])]
    const errors = Object.keys(responses(id)).map(Number)
    expect(errors.filter((status) => status >= 400)).toEqual(wanted.toSorted((a, b) => a - b))
  })

  test('follow the statuses and bodies of the dialect', () => {
    expect(Object.keys(responses('createInvoice'))).toEqual(['200', '201', '401', '403', '422', '429'])
    expect(responses('deleteTemplate')[204]?.content).toBeUndefined()
    const others = { 'status.deleted': 200, 'body.deleted': 'object', 'status.not_found': 410 } as const
    expect(responses('deleteTemplate', others)[200]?.content).toBeDefined()
    expect(Object.keys(responses('deleteTemplate', others))).toEqual(['200', '401', '403', '410', '429'])
  })

  test('of one status share an entry', async () => {
    const same = { 'status.conflict': 422, 'status.created': 200 } as const
    expect(responses('bulkPdf', same)[422]?.content?.['application/json'].schema.anyOf).toHaveLength(2)
    expect(Object.keys(responses('createInvoice', same))).toEqual(['200', '401', '403', '422', '429'])
    expect(await problems(openapi({ dialect: { ...DEFAULT_DIALECT, ...same } }))).toEqual([])
  })

  test('carry the rate limit headers as the dialect says, and the rate-limited one always', () => {
    expect(told(responses('listInvoices'))).toEqual(['200', '429'])
    expect(told(responses('listInvoices', { 'rate.headers_always': false }))).toEqual(['429'])
  })
})
