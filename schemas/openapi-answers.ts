import type { Dialect } from './dialect.ts'
import { exampleOf, reference } from './openapi-components.ts'
import type { ErrorKind, Operation, Outcome } from './operations.ts'
import type { SchemaName } from './types.ts'

/** One thing that an operation can answer, before answers of equal status are put together. */
interface Answer {
  readonly status: number
  readonly description: string
  /** Schema of the body; an object of any fields; or none. */
  readonly body: SchemaName | 'object' | 'none'
  /** Whether the request counts against the rate limit, so that the headers can tell of it. */
  readonly counted: boolean
}

type OpenDialect = Readonly<Dialect>

const OUTCOMES: Record<Outcome, (dialect: OpenDialect) => readonly [status: number, description: string]> = {
  ok: () => [200, 'Done.'],
  created: (dialect) => [dialect['status.created'], 'Created.'],
  existing: (dialect) => [dialect['status.existing'], 'It exists already and is answered as it is.'],
  queued: (dialect) => [dialect['status.queued'], 'Queued.'],
  deleted: (dialect) => [dialect['status.deleted'], 'Deleted.'],
}

const ERRORS: Record<ErrorKind, (dialect: OpenDialect) => Omit<Answer, 'counted'>> = {
  unauthorized: (dialect) => ({
    status: dialect['status.unauthorized'],
    description: 'The API key is missing or invalid.',
    body: 'errors/unauthorized',
  }),
  forbidden: (dialect) => ({
    status: 403,
    description: 'The store is on a free plan.',
    body: dialect['body.forbidden'] === 'none' ? 'none' : 'errors/forbidden',
  }),
  'rate-limited': (dialect) => ({
    status: dialect['status.rate_limited'],
    description: 'The rate limit is exceeded.',
    body: 'errors/rate-limited',
  }),
  'not-found': (dialect) => ({
    status: dialect['status.not_found'],
    description: 'The invoice, template or customer does not exist.',
    body: 'errors/not-found',
  }),
  unprocessable: (dialect) => ({
    status: dialect['status.unprocessable'],
    description: 'The request could not be processed.',
    body: 'errors/unprocessable',
  }),
  conflict: (dialect) => ({
    status: dialect['status.conflict'],
    description: 'A bulk action of the store is in progress.',
    body: dialect['body.conflict'] === 'none' ? 'none' : 'errors/conflict',
  }),
}

/** What is answered before a request is counted. */
const UNCOUNTED: readonly ErrorKind[] = ['unauthorized', 'forbidden']

const DELETED: Record<Dialect['body.deleted'], Answer['body']> = {
  none: 'none',
  object: 'object',
  message: 'object',
}

function answers(operation: Operation, dialect: OpenDialect): Answer[] {
  const deletion = DELETED[dialect['body.deleted']]
  const successes = operation.outcomes.map((outcome): Answer => {
    const [status, description] = OUTCOMES[outcome](dialect)
    return { status, description, body: operation.response ?? deletion, counted: true }
  })
  // 403 is possible everywhere and listed nowhere (specification §5.4).
  const kinds: readonly ErrorKind[] = [...operation.errors, 'forbidden']
  return [
    ...successes,
    ...kinds.map((kind) => ({ ...ERRORS[kind](dialect), counted: !UNCOUNTED.includes(kind) })),
  ]
}

const HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
const headers = Object.fromEntries(HEADERS.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The OpenAPI responses of an operation by status; kinds that a dialect gives one status share an entry. */
export function responses(operation: Operation, dialect: OpenDialect): Record<string, unknown> {
  const all = answers(operation, dialect)
  const statuses = [...new Set(all.map(({ status }) => status))]
  const group = (status: number) => all.filter((answer) => answer.status === status)
  return Object.fromEntries(statuses.map((status) => [status, response(group(status), dialect)]))
}

function response(group: readonly Answer[], dialect: OpenDialect): unknown {
  const bodies = [...new Set(group.map(({ body }) => body))].filter((body) => body !== 'none')
  const everywhere = dialect['rate.headers_always']
  const limited = group.some(({ counted, body }) => counted && (everywhere || body === 'errors/rate-limited'))
  return {
    description: group.map(({ description }) => description).join(' '),
    ...(limited && { headers }),
    ...(bodies.length > 0 && { content: json(bodies) }),
  }
}

function json(bodies: readonly (SchemaName | 'object')[]): unknown {
  const schemas = bodies.map((body) => (body === 'object' ? { type: 'object' } : reference(body)))
  const [body = 'object'] = bodies
  return {
    'application/json': {
      schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
      ...(body !== 'object' && { example: exampleOf(body) }),
    },
  }
}
