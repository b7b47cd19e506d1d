import { Router, text, type Request, type RequestHandler } from 'express'
import { BASE_PATH } from '../app.ts'
import type { Mock } from '../mock.ts'
import { originOf } from '../routes/origin.ts'
import { answerError, answerUnknown } from './admin-error.ts'
import { jsonObject, knownFields, knownParameters } from './body.ts'
import { BULK_ACTION_ROUTES } from './bulk-actions.ts'
import { CLOCK_ROUTES } from './clock.ts'
import { DIALECT_ROUTES } from './dialect.ts'
import { EMAIL_ROUTES } from './emails.ts'
import { guard, type Access } from './guard.ts'
import { HEALTH_ROUTES } from './health.ts'
import { ORDER_ROUTES } from './orders.ts'
import type { AdminRoute } from './route.ts'
import { SCENARIO_ROUTES } from './scenarios.ts'
import { STORE_ROUTES } from './stores.ts'
import { TARGET_ROUTES } from './target.ts'

const ROUTES: readonly AdminRoute[] = [
  ...HEALTH_ROUTES,
  ...STORE_ROUTES,
  ...ORDER_ROUTES,
  ...BULK_ACTION_ROUTES,
  ...TARGET_ROUTES,
  ...EMAIL_ROUTES,
  ...CLOCK_ROUTES,
  ...DIALECT_ROUTES,
  ...SCENARIO_ROUTES,
]

/** A whole scenario must fit; reading it takes many times as much memory, and nobody else is answered meanwhile. */
const MAX_BODY = '16mb'

/** The admin API: an Express router to be mounted at its path. */
export function createAdmin(mock: Mock, access: Access): Router {
  const router = Router()
  // Whatever its content type says: JSON comes as curl -d sends it, scenarios as YAML.
  router.use(guard(access), text({ limit: MAX_BODY, type: () => true }))
  router.get('/', (_request, response) => void response.json({ routes: ROUTES.map(described) }))
  for (const route of ROUTES) router[route.method](route.path, handle(route, mock, access))
  return router.use(answerUnknown).use(answerError)
}

const described = ({ method, path, summary }: AdminRoute) => ({ method: method.toUpperCase(), path, summary })

function handle(route: AdminRoute, mock: Mock, { token }: Access): RequestHandler {
  return async (request, response) => {
    const reach = { ...urlsOf(request), token }
    const answer = await route.answer({ mock, ...asked(route, request), reach })
    // What is shown is on disk, unless nothing is saved any more, which `health` tells.
    if (mock.db.failure === null) await mock.db.write()
    if (answer === undefined) response.status(route.status ?? 204).end()
    else response.status(route.status ?? 200).json(answer)
  }
}

/** What a request asks for, its query and body held to what the route takes. */
function asked({ method, body: takes = [], query: parameters = [] }: AdminRoute, request: Request) {
  const { params, query } = request
  knownParameters(query, parameters)
  const sent: string = typeof request.body === 'string' ? request.body : ''
  const body = method === 'get' || takes === 'text' ? {} : jsonObject(sent)
  if (Array.isArray(takes)) knownFields(body, takes)
  const contentType = request.headers['content-type'] ?? ''
  // Lists come from wildcards alone, and no path of these has one.
  return { params: params as Record<string, string>, query, body, text: sent, contentType }
}

function urlsOf(request: Request) {
  const origin = originOf(request)
  return { base_url: `${origin}${BASE_PATH}`, admin_url: `${origin}${request.baseUrl}` }
}
