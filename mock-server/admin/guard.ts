import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { isLoopback, isOfForeignPage, withoutPort } from '../../schemas/journal/callers.ts'
import { AdminError } from '../desk/admin-error.ts'

/** Who may use the admin API. */
export interface Access {
  /** The mock listens on this machine alone. */
  loopback: boolean
  /** What callers must show as `Authorization: Bearer`; undefined asks for nothing. */
  token: string | undefined
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function showsToken(request: Request, token: string): boolean {
  const [, shown = ''] = /^Bearer +(.*)$/i.exec(request.headers.authorization ?? '') ?? []
  return timingSafeEqual(digest(shown), digest(token))
}

/** Why a request is kept out; null for one that gets in. */
function obstacle(request: Request, { loopback, token }: Access): AdminError | null {
  const host = withoutPort(request.headers.host ?? '')
  if (loopback && !isLoopback(host))
    return new AdminError(403, `The admin API answers on loopback names such as localhost, not on "${host}".`)
  if (isOfForeignPage(request.headers))
    return new AdminError(403, 'The admin API does not answer pages of other origins.')
  if (token !== undefined && !showsToken(request, token))
    return new AdminError(401, 'The admin API wants its token: Authorization: Bearer TOKEN.')
  return null
}

/** Whether the admin API would answer a request. */
export const maySee = (request: Request, access: Access): boolean => obstacle(request, access) === null

/**
 * Keeps the admin API to those who run the mock. On loopback the Host must be a loopback name, so that no DNS name
 * bent to 127.0.0.1 gets in; no foreign web page gets in anywhere; and where there is a token, it must be shown.
 */
export function guard(access: Access): RequestHandler {
  return (request, _response, next) => {
    const kept = obstacle(request, access)
    if (kept) throw kept
    next()
  }
}
