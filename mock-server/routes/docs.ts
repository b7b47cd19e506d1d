import { type RequestHandler, Router } from 'express'
import type { Dialect } from '../../schemas/dialect.ts'
import { originOf } from './origin.ts'

/**
 * The documentation: what lies where, the OpenAPI document under the dialect that holds, and a page that shows it.
 * What it takes is loaded when it is first asked for.
 */
export function docs(basePath: string, dialect: () => Dialect): RequestHandler {
  return Router({ caseSensitive: true, strict: true })
    .get('/', (request, response) => {
      const origin = originOf(request)
      response.json({ api: origin + basePath, docs: `${origin}/docs`, openapi: `${origin}/openapi.json` })
    })
    .get('/openapi.json', async (request, response) => {
      const { openapi } = await import('../../schemas/openapi.ts')
      response.json(openapi({ server: originOf(request) + basePath, dialect: dialect() }))
    })
    .get('/docs', async (_request, response) => {
      const { docsPage } = await import('../../schemas/docs-page.ts')
      response.type('html').send(docsPage('/openapi.json'))
    })
    .use('/docs', serveAsset)
}

const serveAsset: RequestHandler = async (request, response, next) => {
  const { DOCS_ASSETS } = await import('../../schemas/docs-page.ts')
  const name = request.path.slice(1)
  const file = Object.hasOwn(DOCS_ASSETS, name) ? DOCS_ASSETS[name] : undefined
  // The kit may be installed below a folder whose name begins with a dot.
  if (file && request.method === 'GET') response.sendFile(file, { dotfiles: 'allow' })
  else next()
}
