import { CLAUSES } from './clauses.ts'
import { DEFAULT_DIALECT, type Dialect } from './dialect.ts'
import { responses } from './openapi-answers.ts'
import { bodyReference, exampleOf, schemaComponents } from './openapi-components.ts'
import { OPERATION_TEXTS } from './operation-texts.ts'
import { OPERATION_IDS, OPERATIONS, type Operation, type OperationId } from './operations.ts'
import { isPathParameter, PATH_PARAMETERS } from './path-parameters.ts'
import { isAdjustable, QUESTION_KEYS, QUESTIONS, type QuestionKey } from './questions.ts'
import { schema } from './schema-files.ts'
import type { SchemaName } from './types.ts'

type Json = Readonly<Record<string, unknown>>

export interface OpenApiOptions {
  /** Base URL of the service, ending in /api/v1/external. */
  server?: string
  /** The dialect whose statuses and formats the document tells. */
  dialect?: Readonly<Dialect>
}

const TAGS: Record<Operation['section'], Json> = {
  '4.1': { name: 'Invoices', description: 'Invoices of platform orders, their documents and their emails.' },
  '4.2': { name: 'Templates', description: 'Templates that documents are made with.' },
  '4.3': { name: 'Customers', description: 'Customers with their tax numbers and addresses.' },
  '4.4': { name: 'Settings', description: 'Business information, emails, automation and display.' },
}

const RESET_FORMATS: Record<Dialect['rate.reset_format'], string> = {
  unix_seconds: 'Unix time in seconds',
  unix_milliseconds: 'Unix time in milliseconds',
  seconds_left: 'the seconds that are left',
  http_date: 'an HTTP date',
  iso_8601: 'an ISO 8601 date-time',
}

/** The OpenAPI 3.1 document of the service, computed from operations, schemas, clauses and a dialect. */
export function openapi({
  server = 'http://127.0.0.1:4010/api/v1/external',
  dialect = DEFAULT_DIALECT,
}: OpenApiOptions = {}) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Invoicing Service External API',
      version: '1.0.0',
      summary: 'Invoices, templates, customers and settings of one store on a commerce platform.',
      description: about(dialect),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    security: [{ apiKey: [] }],
    tags: Object.values(TAGS),
    paths: paths(dialect),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Auth-Token',
          description: 'API key of a store on a paid plan.',
        },
      },
      headers: rateHeaders(dialect),
      schemas: schemaComponents(dialect),
    },
  }
}

function rateHeaders(dialect: Readonly<Dialect>): Json {
  const seconds = dialect['rate.reset_format'] !== 'http_date' && dialect['rate.reset_format'] !== 'iso_8601'
  return {
    'X-RateLimit-Limit': {
      description: 'Requests that the store may make in a window.',
      schema: { type: 'integer' },
    },
    'X-RateLimit-Remaining': {
      description: 'Requests that are left in this window.',
      schema: { type: 'integer' },
    },
    'X-RateLimit-Reset': {
      description: `When the window ends: ${RESET_FORMATS[dialect['rate.reset_format']]}.`,
      schema: { type: seconds ? 'integer' : 'string' },
    },
  }
}

function paths(dialect: Readonly<Dialect>): Record<string, Json> {
  const all: Record<string, Record<string, unknown>> = {}
  for (const id of OPERATION_IDS) {
    const operation: Operation = OPERATIONS[id]
    const methods = (all[operation.path] ??= {})
    methods[operation.method.toLowerCase()] = operationObject(id, operation, dialect)
  }
  return all
}

function operationObject(operationId: OperationId, operation: Operation, dialect: Readonly<Dialect>): Json {
  const { section, summary, path, query, body, bodyRequired = false, clauses } = operation
  const parameters = [...pathParameters(path), ...(query ? queryParameters(query) : [])]
  return {
    operationId,
    summary,
    description: `${OPERATION_TEXTS[operationId]}\n\n${statedOf(clauses)}`,
    tags: [TAGS[section].name],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: bodyRequired,
        content: {
          'application/json': {
            schema: bodyReference(operationId, body, dialect),
            example: exampleOf(body),
          },
        },
      },
    }),
    responses: responses(operation, dialect),
  }
}

/** What the specification states of an operation, folded away. */
const statedOf = (clauses: Operation['clauses']): string => `\
<details>
<summary>What the specification states of it: ${clauses.length}</summary>

${clauses.map((id) => `- ${CLAUSES[id].says} *(${id})*`).join('\n')}

</details>
`

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...(isPathParameter(name) && PATH_PARAMETERS[name]),
  }))

function queryParameters(name: SchemaName): Json[] {
  const { properties = {}, required = [] } = schema(name)
  return Object.entries(properties).map(([field, { description, ...value }]) => ({
    name: field,
    in: 'query',
    description,
    required: required.includes(field),
    schema: value,
  }))
}

const about = (dialect: Readonly<Dialect>) => `\
Every request carries the API key of a store in \`X-Auth-Token\` and acts on that store alone.

The specification gives no status but the 403, and leaves other things open. What this document says of them is
this server's choice; another server may choose otherwise and conform all the same.

<details>
<summary>Open questions and how this server answers them</summary>

| Open question | This server | Others may | Key |
|---|---|---|---|
${QUESTION_KEYS.map((key) => `| ${questionRow(key, dialect).join(' | ')} |`).join('\n')}

</details>
`

function questionRow(key: QuestionKey, dialect: Readonly<Dialect>): string[] {
  const { question, ours, others } = QUESTIONS[key]
  const own = isAdjustable(key) && !isOurs(key, dialect) ? `\`${JSON.stringify(dialect[key])}\`` : ours
  return [question, own, others, `\`${key}\``]
}

const isOurs = (key: keyof Dialect, dialect: Readonly<Dialect>) =>
  JSON.stringify(dialect[key]) === JSON.stringify(DEFAULT_DIALECT[key])
