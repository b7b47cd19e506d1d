import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Router, text, type Request, type RequestHandler, type Response } from 'express'
import { BASE_PATH } from '../app.ts'
import { jsonPieces } from '../json-pieces.ts'
import type { Mock } from '../mock.ts'
import { originOf } from '../routes/origin.ts'
import { answerError, answerUnknown } from './answer-error.ts'
import { jsonObject, knownParameters, noFields } from './body.ts'
import { BULK_ACTION_ROUTES } from './bulk-actions.ts'
import { CLOCK_ROUTES } from './clock.ts'
import { COVERAGE_ROUTES } from './coverage.ts'
import { DIALECT_ROUTES } from './dialect.ts'
import { EMAIL_ROUTES } from './emails.ts'
import { EVENT_ROUTES } from './events.ts'
import { FAULT_ROUTES } from './faults.ts'
import { guard, type Access } from './guard.ts'
import { HEALTH_ROUTES } from './health.ts'
import { isLarge, PIECE_LENGTH } from './large-json.ts'
import { INVOICE_ROUTES } from './invoices.ts'
import { ORDER_ROUTES } from './orders.ts'
import { adminOpenapi } from './openapi.ts'
import { inPieces } from './pieces.ts'
import { QUESTION_ROUTES } from './questions.ts'
import { REQUEST_ROUTES } from './requests.ts'
import { TextAnswer, Unavailable, type AdminRoute, type JsonRoute } from './route.ts'
import { SCENARIO_ROUTES } from './scenarios.ts'
import { SNAPSHOT_ROUTES } from './snapshots.ts'
import { STORE_ROUTES } from './stores.ts'
import { TARGET_ROUTES } from './target.ts'

const ROUTES: readonly AdminRoute[] = [
  ...HEALTH_ROUTES,
  ...STORE_ROUTES,
  ...INVOICE_ROUTES,
  ...ORDER_ROUTES,
  ...BULK_ACTION_ROUTES,
  ...TARGET_ROUTES,
  ...EMAIL_ROUTES,
  ...REQUEST_ROUTES,
  ...EVENT_ROUTES,
  ...CLOCK_ROUTES,
  ...DIALECT_ROUTES,
  ...QUESTION_ROUTES,
  ...COVERAGE_ROUTES,
  ...SCENARIO_ROUTES,
  ...SNAPSHOT_ROUTES,
  ...FAULT_ROUTES,
]

/** A whole scenario must fit; reading it takes many times as much memory, and nobody else is answered meanwhile. */
const MAX_BODY = 16 << 20

/** A saved state of some 180,000 invoices: that of `large` twice over, nearly. */
const MAX_LARGE_BODY = 256 << 20

const reading = (limit: number) => text({ limit, type: () => true })

/** What the admin API says of itself. */
const OWN_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/openapi.json',
    summary: 'the OpenAPI document of this admin API',
    answers: { type: 'object' },
    answer: ({ reach }) => adminOpenapi([...ROUTES, ...OWN_ROUTES], reach.admin_url),
  },
]

/** The admin API: an Express router to be mounted at its path. */
export function createAdmin(mock: Mock, access: Access): Router {
  const routes = [...ROUTES, ...OWN_ROUTES]
  const router = Router()
  // Whatever its content type says: JSON comes as curl -d sends it, scenarios as YAML.
  const [read, readLarge] = [reading(MAX_BODY), inPieces(MAX_LARGE_BODY, reading(MAX_LARGE_BODY))]
  router.use('/console', guard({ ...access, token: undefined }), consoleOnDemand())
  router.use(guard(access))
  router.get('/', (_request, response) => void response.json({ routes: routes.map(described) }))
  for (const route of routes)
    router[route.method](
      route.path,
      route.reads === 'large text' ? readLarge : read,
      handle(route, mock, access),
    )
  return router.use(answerUnknown).use(answerError)
}

/** Loaded when somebody looks: the files of its library have to be found. */
function consoleOnDemand(): RequestHandler {
  let files: RequestHandler | undefined
  return async (request, response, next) => {
    const { consoleFiles } = await import('../console/console.ts')
    files ??= consoleFiles()
    files(request, response, next)
  }
}

const described = ({ method, path, summary }: AdminRoute) => ({ method: method.toUpperCase(), path, summary })

function handle(route: AdminRoute, mock: Mock, { token }: Access): RequestHandler {
  if ('stream' in route) return (request, response) => route.stream(mock, request, response)
  return async (request, response) => {
    await mock.stores.prepareAll()
    const reach = { ...urlsOf(request), token }
    const given = { mock, ...asked(route, request), reach }
    const feed = route.ofTraffic ? mock.db.feed : null
    await feed?.catchUp()
    const answer = await (route.anyway ? route.answer(given) : mock.db.alone(() => route.answer(given)))
    if (route.method !== 'get') await feed?.catchUp()
    answered(response.status(route.status ?? (answer === undefined ? 204 : 200)), answer)
  }
}

function answered(response: Response, answer: unknown): void {
  if (answer === undefined) response.end()
  else if (answer instanceof Unavailable) response.status(503).json(answer.answer)
  else if (answer instanceof TextAnswer) sendText(response.type(answer.type), answer.text)
  else if (isLarge(answer)) sendText(response.type('json'), jsonPieces(answer, PIECE_LENGTH))
  else response.json(answer)
}

function sendText(response: Response, pieces: TextAnswer['text']): void {
  if (typeof pieces === 'string') response.send(pieces)
  // A caller that goes away ends it; there is nobody to tell.
  else pipeline(Readable.from(paced(pieces)), response, () => {})
}

/** A caller who reads as fast as pieces are made would keep all others waiting. */
async function* paced(pieces: Iterable<string>): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece
    await setImmediate()
  }
}

/** What a request asks for, its query and body held to what the route takes. */
function asked({ method, takes, reads, query: parameters = {} }: JsonRoute, request: Request) {
  const { params, query } = request
  knownParameters(query, Object.keys(parameters))
  const { body: received }: { body?: unknown } = request
  const pieces: Buffer[] | undefined = Array.isArray(received) ? received : undefined
  const sent = typeof received === 'string' ? received : ''
  const body = method === 'get' || reads ? {} : jsonObject(sent)
  if (!takes) noFields(body)
  const { 'content-type': contentType = '', accept = '' } = request.headers
  // Lists come from wildcards alone, and no path of these has one.
  return { params: params as Record<string, string>, query, body, text: sent, pieces, contentType, accept }
}

function urlsOf(request: Request) {
  const origin = originOf(request)
  return { base_url: `${origin}${BASE_PATH}`, admin_url: `${origin}${request.baseUrl}` }
}
