import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { CLAUSE_IDS, CLAUSES, NEEDS, type ClauseId } from './clauses.ts'
import { inputOf, resultOf } from './envelopes.ts'
import { formats } from './formats.ts'
import { generateTypes } from './generate-types.ts'
import { OPERATION_IDS, OPERATIONS, type Operation } from './operations.ts'
import { QUESTION_KEYS, QUESTIONS } from './questions.ts'
import { SCHEMA_FOLDER, schema, schemaNames } from './schema-files.ts'

const SECTION = /^[1-9](\.\d+)?(-[1-9])?$/

describe('clauses', () => {
  // Ids are forever.
  test('none of the first 148 went away', () => {
    expect(CLAUSE_IDS.length).toBeGreaterThanOrEqual(148)
  })

  test.each(CLAUSE_IDS)('%s names its sections and is one sentence of its own', (id) => {
    const { section, level, says } = CLAUSES[id]
    expect(section.length).toBeGreaterThan(0)
    for (const one of section) expect(one).toMatch(SECTION)
    expect(says).toMatch(/^[A-Z].*\.$/)
    expect(says).toMatch(level === 'must' ? / (must|may) / : / should /)
    expect(CLAUSE_IDS.filter((other) => CLAUSES[other].says === says)).toEqual([id])
  })

  test('every need is one of some clause', () => {
    const used = new Set<string>(CLAUSE_IDS.flatMap((id) => CLAUSES[id].needs))
    expect([...used].toSorted()).toEqual([...NEEDS].toSorted())
  })
})

describe('questions', () => {
  test('none of the first 82 went away', () => {
    expect(QUESTION_KEYS.length).toBeGreaterThanOrEqual(82)
  })

  test.each(QUESTION_KEYS)('%s is a question with an answer of ours and of others', (key) => {
    const { section, question, ours, others, adjustable } = QUESTIONS[key]
    expect(section.length).toBeGreaterThan(0)
    for (const one of section) expect(one).toMatch(SECTION)
    expect(question).toMatch(/^[A-Z].*\?$/)
    expect(ours).not.toBe('')
    expect(others).not.toBe(ours)
    expect('value' in QUESTIONS[key]).toBe(!adjustable)
  })
})

const all: readonly [string, Operation][] = Object.entries(OPERATIONS)
const takes = (pattern: string) => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
const first = (method: string, path: string) =>
  all.find(([, operation]) => operation.method === method && takes(operation.path).test(path))

describe('operations', () => {
  test('are the twenty of the specification', () => {
    expect(OPERATION_IDS).toHaveLength(20)
    expect(new Set(all.map(([, { method, path }]) => `${method} ${path}`)).size).toBe(20)
  })

  test('a literal path stands above every path with a parameter that would take it', () => {
    for (const [id, { method, path }] of all) expect(first(method, path.replace('{id}', '7'))?.[0]).toBe(id)
  })

  test('every clause of one operation alone is among the clauses of an operation', () => {
    const areas = [
      'list',
      'search',
      'create',
      'read',
      'regenerate',
      'pdf',
      'email',
      'bulk',
      'templates',
      'customers',
      'settings',
    ]
    const named = new Set<ClauseId>(all.flatMap(([, { clauses }]) => clauses))
    const ofOperations = CLAUSE_IDS.filter((id) => areas.includes(id.split('.')[0]!))
    expect(ofOperations.filter((id) => !named.has(id))).toEqual([])
  })

  test.each(OPERATION_IDS)('%s says what it writes unless it only reads', (id) => {
    const { method, writes, permission }: Operation = OPERATIONS[id]
    const isWrite = method !== 'GET'
    expect([writes !== undefined, permission !== undefined]).toEqual([isWrite, isWrite])
    expect(resultOf(id) !== null).toBe(method !== 'DELETE')
  })

  test('results stand where the specification shows them', () => {
    expect(resultOf('searchInvoices')).toEqual({
      key: 'invoices',
      type: 'array',
      schema: 'resources/invoice-summary',
      paged: true,
    })
    expect(resultOf('sendInvoiceEmail')).toMatchObject({ key: 'message', type: 'string', schema: null })
    expect(inputOf('updateSettings')).toMatchObject({ key: 'settings', schema: 'resources/settings-input' })
    expect(inputOf('createInvoice')).toMatchObject({ key: 'order_id', type: 'integer', schema: null })
    expect(inputOf('listTemplates')).toBeNull()
  })

  test('every operation names clauses, each once', () => {
    for (const [, { clauses }] of all) {
      expect(clauses.length).toBeGreaterThan(0)
      expect(new Set(clauses).size).toBe(clauses.length)
    }
  })
})

interface WithExamples {
  examples: unknown[]
}

/** Every part of a schema that has examples, as a schema of its own. */
function withExamples(part: unknown): WithExamples[] {
  if (typeof part !== 'object' || part === null) return []
  const inner = Object.values(part).flatMap(withExamples)
  return 'examples' in part && Array.isArray(part.examples) ? [part as WithExamples, ...inner] : inner
}

describe('schema files', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: formats() })
  ajv.addSchema(schemaNames().map(schema))

  test('types.ts is up to date (npm run types)', async () => {
    expect(await generateTypes()).toBe(readFileSync(`${SCHEMA_FOLDER}types.ts`, 'utf8'))
  })

  test.each(schemaNames())(
    '%s is sound: it compiles, is named for its place and its examples are valid',
    (name) => {
      const file = schema(name)
      expect(file.$id).toBe(`https://invoicing-kit.example/schemas/${name}.json`)
      expect(ajv.getSchema(file.$id)).toBeTypeOf('function')
      for (const [index, { examples, ...part }] of withExamples(file).entries()) {
        // An id in the file's folder, so that relative references still lead somewhere.
        const alone = { ...part, $id: `${file.$id}?part=${index}` }
        for (const example of examples) {
          const valid = ajv.validate(alone, example)
          expect(valid, `${JSON.stringify(example)} ${ajv.errorsText()}`).toBe(true)
        }
      }
    },
  )

  test('say what every field is', () => {
    const silent = schemaNames().flatMap((name) =>
      Object.entries((schema(name).properties ?? {}) as Record<string, object>)
        .filter(([, field]) => !('description' in field) && !('$ref' in field))
        .map(([field]) => `${name} ${field}`),
    )
    expect(silent).toEqual([])
  })
})
