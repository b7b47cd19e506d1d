import type { ErrorRequestHandler, RequestHandler } from 'express'
import { AdminError, toAdminError } from '../desk/admin-error.ts'

export const answerError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error)
  const { status, message, errors } = toAdminError(error)
  response.status(status).json({ error: message, errors })
}

export const answerUnknown: RequestHandler = ({ method, baseUrl, path }) => {
  throw new AdminError(
    404,
    `The admin API has no ${method} ${baseUrl}${path}. GET ${baseUrl} lists what it has.`,
  )
}
