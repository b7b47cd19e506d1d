import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Watch } from './journal/visit.ts'
import { fail } from './reply/fail.ts'
import { nothingHere } from './reply/faults.ts'
import { send } from './reply/send.ts'
import { docs, type DocsOptions } from './routes/docs.ts'
import { downloads, type DownloadOptions } from './routes/downloads.ts'
import { DOWNLOADS } from './routes/signed-url.ts'
import type { World } from './world.ts'

export interface ExpressOptions extends DownloadOptions, Omit<DocsOptions, 'basePath'> {
  world: World
  watch?: Watch
  trustProxy?: boolean
}

/**
 * The mock as an app of Express.
 * @param api answers what is asked of the API, and passes on what is not
 * @param mounts what else it answers, path to handler
 */
export function expressApp(
  options: ExpressOptions,
  api: RequestHandler,
  basePath: string,
  mounts: Readonly<Record<string, RequestHandler>> = {},
): Express {
  const app = express().disable('x-powered-by').disable('etag').enable('case sensitive routing')
  app.set('query parser', 'simple').set('trust proxy', options.trustProxy ?? false)
  app.use(api).use(DOWNLOADS, downloads(options))
  app.use(docs({ ...options, basePath }))
  for (const [path, handler] of Object.entries(mounts)) app.use(path, handler)
  return app.use(nowhere(options)).use(answerFault)
}

/** What lies neither in the API nor beside it: most likely a base URL that is written wrongly. */
const nowhere =
  ({ watch, world }: ExpressOptions): RequestHandler =>
  (request, response) => {
    const visit = watch?.(request, response)
    const answer = nothingHere()
    send(response, answer)
    visit?.end({
      operation: null,
      store: null,
      world,
      outcome: 'no-operation',
      answer,
      fault: null,
      questions: null,
    })
  }

// Express knows it by its four parameters.
const answerFault: ErrorRequestHandler = (fault, _request, response, _next) => fail(fault, response)
