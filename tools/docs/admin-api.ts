import { startMock } from '../../mock-server/index.ts'
import { code, page, prose, section, sentence, table } from './markdown.ts'
import type { Pages } from './page.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly description?: string
}

interface Shape {
  readonly $ref?: string
  readonly type?: string
  readonly items?: Shape
  readonly allOf?: readonly Shape[]
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly description?: string
}

type Content = Readonly<Record<string, { readonly schema: Shape }>>

interface Operation {
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Route extends Operation {
  readonly method: string
  readonly path: string
}

/** The routes of the admin API, from its OpenAPI document. */
export async function adminApiPage(): Promise<Pages> {
  const { paths } = await document()
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Route => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
  const subjects = [...new Set(routes.map(subjectOf))]
  return {
    'admin-api.md': page(
      'Admin API',
      'The admin API controls a mock and shows the requests that it received.',
      'It is at `/__admin` below the origin of the mock. It is no part of the Invoicing Service External API. Its OpenAPI document is at `/__admin/openapi.json`.',
      'With `--admin-token` every request needs the header `Authorization: Bearer TOKEN`. A refused request gets a JSON object with `error`, and with `errors` for wrong fields.',
      ...subjects.map((subject) =>
        section(headingOf(subject), ...routesTable(routes.filter((route) => subjectOf(route) === subject))),
      ),
    ),
  }
}

/** The first word of the path that names a kind of thing: `/stores/{store}/clock/advance` is about the clock. */
const subjectOf = ({ path }: Route): string => {
  const [, first = '', , third] = path.split('/')
  return first === 'stores' && third !== undefined ? third : first
}

const headingOf = (subject: string): string => {
  const words = subject.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

async function document(): Promise<Document> {
  const mock = await startMock({ scenario: 'small', seed: 1 })
  try {
    const answer = await fetch(`${mock.admin_url}/openapi.json`)
    return (await answer.json()) as Document // its test validates it
  } finally {
    await mock.close()
  }
}

function routesTable(routes: readonly Route[]): string[] {
  const parameters = routes.flatMap((route) =>
    route.parameters.filter((parameter) => parameter.in === 'query'),
  )
  const different = [...new Map(parameters.map((parameter) => [parameter.name, parameter])).values()]
  return [
    table(
      ['Request', 'Effect', 'Query', 'Body', 'Answer'],
      routes.map((route) => [
        code(`${route.method} ${route.path}`),
        sentence(prose(route.summary)),
        route.parameters
          .flatMap((parameter) => (parameter.in === 'query' ? [code(parameter.name)] : []))
          .join(', '),
        bodyOf(route.requestBody?.content),
        answerOf(route),
      ]),
    ),
    table(
      ['Query parameter', 'Effect'],
      different.map(({ name, description = '' }) => [code(name), sentence(prose(description))]),
    ),
  ]
}

/** Status and shape of a success. */
function answerOf({ responses }: Route): string {
  const [status = '', success] = Object.entries(responses).find(([each]) => each.startsWith('2')) ?? []
  return [status, bodyOf(success?.content)].filter((part) => part !== '').join(' ')
}

function bodyOf(content: Content = {}): string {
  const [first] = Object.entries(content)
  if (first === undefined) return ''
  const [type, { schema }] = first
  if (type === 'text/event-stream') return 'event stream'
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, inner]) => `${code(name)}: ${shapeName(inner)}`,
  )
  return fields.length > 0 ? fields.join(', ') : shapeName(schema)
}

function shapeName(shape: Shape): string {
  if (shape.$ref !== undefined) return code(shape.$ref.replace(/^.*\//, ''))
  const parts = shape.allOf ?? shape.anyOf
  if (parts !== undefined) return parts.map(shapeName).join(shape.allOf ? ' and ' : ' or ')
  if (shape.items !== undefined) return `array of ${shapeName(shape.items)}`
  if (shape.properties !== undefined) return Object.keys(shape.properties).map(code).join(', ')
  return shape.type === 'object' && shape.description !== undefined
    ? prose(shape.description)
    : (shape.type ?? '')
}
