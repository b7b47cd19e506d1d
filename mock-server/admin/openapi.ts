import { componentsOf, linkedToComponents } from '../../schemas/openapi-components.ts'
import type { AdminRoute } from './route.ts'
import { listOf, TEXT, type Shape } from './shape.ts'

/** How the admin API says no (see `AdminError`). */
const REFUSAL: Shape = {
  type: 'object',
  properties: {
    error: { type: 'string', description: 'What was wrong, and what would be right.' },
    errors: {
      type: 'object',
      description: 'The same by field, where it is known.',
      additionalProperties: listOf(TEXT),
    },
  },
  required: ['error'],
}

/**
 * The OpenAPI 3.1 document of the admin API, made from its table of routes.
 * @param server URL of the admin API
 */
export function adminOpenapi(routes: readonly AdminRoute[], server: string): object {
  const shapes = routes.flatMap(({ takes, answers }) =>
    [takes, answers].filter((shape) => shape !== undefined),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Admin API of the invoicing mock',
      version: '1.0.0',
      description: 'Steers a mock and shows what it met; no part of the Invoicing Service External API.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    security: [{}, { token: [] }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths: paths(routes),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of --admin-token, where there is one.',
        },
      },
      schemas: componentsOf(shapes),
    },
  }
}

function paths(routes: readonly AdminRoute[]) {
  const all: Record<string, Record<string, Shape>> = {}
  for (const route of routes) {
    const path = (all[route.path.replace(/:(\w+)/g, '{$1}')] ??= {})
    path[route.method] = operation(route)
  }
  return all
}

/** The last word of the path that is no parameter: what the request is about. */
const tagOf = ({ path }: AdminRoute): string =>
  path.split('/').findLast((part) => part !== '' && !part.startsWith(':')) ?? ''

function operation(route: AdminRoute): Shape {
  const { method, path, summary, takes, reads } = route
  return {
    operationId: `${method}${path.replace(/[^a-z]+([a-z])/gi, (_all, letter: string) => letter.toUpperCase())}`,
    tags: [tagOf(route)],
    summary: summary.charAt(0).toUpperCase() + summary.slice(1),
    parameters: [...pathParameters(path), ...queryParameters(route)],
    ...(takes && {
      requestBody: { content: content(reads ? ['json', 'yaml'] : ['json'], takes) },
    }),
    responses: {
      ...success(route),
      default: { description: 'Refused.', content: content(['json'], REFUSAL) },
    },
  }
}

const pathParameters = (path: string): Shape[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: TEXT }))

const queryParameters = ({ query = {} }: AdminRoute): Shape[] =>
  Object.entries(query).map(([name, description]) => ({ name, in: 'query', description, schema: TEXT }))

function success(route: AdminRoute): Shape {
  const { status = route.answers ? 200 : 204, answers, unavailable } = route
  if ('stream' in route) {
    const description = 'Server-sent events; desk/event.json says what each of them holds.'
    return { 200: { description, content: { 'text/event-stream': { schema: TEXT } } } }
  }
  const body = answers && { content: content(['json'], answers) }
  return {
    [status]: { description: 'Done.', ...body },
    ...(unavailable !== undefined && { 503: { description: unavailable, ...body } }),
  }
}

const content = (types: readonly string[], shape: Shape): Shape =>
  Object.fromEntries(types.map((type) => [`application/${type}`, { schema: linkedToComponents(shape) }]))
