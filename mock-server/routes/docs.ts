import { type Request, type RequestHandler, Router } from 'express'
import type { Dialect } from '../../schemas/dialect.ts'
import type { Living } from '../../schemas/openapi-living.ts'
import { originOf } from './origin.ts'

export interface DocsOptions {
  /** Where the API lies. */
  basePath: string
  dialect(): Dialect
  /** What there is to try operations on; null for those who are not told. */
  living?(request: Request): Promise<Living | null>
}

/**
 * The documentation: what lies where, the OpenAPI document under the dialect that holds, and a page that shows it.
 * What it takes is loaded when it is first asked for.
 */
export function docs(options: DocsOptions): RequestHandler {
  return Router({ caseSensitive: true, strict: true })
    .get('/', front(options.basePath))
    .get('/openapi.json', served(options))
    .get(['/docs', '/docs/'], showing('/openapi.json'))
    .get(['/docs/admin', '/docs/admin/'], showing('/__admin/openapi.json'))
    .use('/docs', serveAsset)
}

const front =
  (basePath: string): RequestHandler =>
  async (request, response) => {
    const origin = originOf(request)
    const places = {
      api: origin + basePath,
      docs: `${origin}/docs`,
      openapi: `${origin}/openapi.json`,
      console: `${origin}/__admin/console`,
      admin: `${origin}/__admin`,
    }
    response.vary('accept')
    if (request.accepts(['json', 'html']) !== 'html') return void response.json(places)
    const { frontPage } = await import('../../schemas/front-page.ts')
    response.type('html').send(frontPage(places))
  }

const served =
  ({ basePath, dialect, living }: DocsOptions): RequestHandler =>
  async (request, response) => {
    const { openapi } = await import('../../schemas/openapi.ts')
    const { livingOpenapi } = await import('../../schemas/openapi-living.ts')
    const document = openapi({ server: originOf(request) + basePath, dialect: dialect() })
    response.json(livingOpenapi(document, (await living?.(request)) ?? null))
  }

const showing =
  (openapiUrl: string): RequestHandler =>
  async (_request, response) => {
    const { docsPage } = await import('../../schemas/docs-page.ts')
    response.type('html').send(docsPage(openapiUrl))
  }

const serveAsset: RequestHandler = async (request, response, next) => {
  const { DOCS_ASSETS } = await import('../../schemas/docs-page.ts')
  const name = request.path.slice(1)
  const file = Object.hasOwn(DOCS_ASSETS, name) ? DOCS_ASSETS[name] : undefined
  // The kit may be installed below a folder whose name begins with a dot.
  if (file && (request.method === 'GET' || request.method === 'HEAD'))
    response.sendFile(file, { dotfiles: 'allow' })
  else next()
}
