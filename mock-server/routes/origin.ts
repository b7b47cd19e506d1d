import type { IncomingMessage } from 'node:http'
import type { Request } from 'express'

const HOST = /^([a-z\d._-]+|\[[\da-f:.]+\])(:[1-9]\d{0,4})?$/i

/** Whether a host can be called: not one at a port that there is not, nor an IP address that is none. */
const isHost = (host: string): boolean => HOST.test(host) && URL.canParse(`http://${host}`)

/** The address that the client of an Express app used, which says whether its proxy is to be believed. */
export const originOf = (request: Request): string =>
  originFor(request, request.app.get('trust proxy') === true)

/**
 * The address that the client used: `http://127.0.0.1:4010`. X-Forwarded-* count where the proxy is trusted; a
 * Host that is no host name could lead a download elsewhere, so then it is the address that the server has.
 */
export function originFor(http: IncomingMessage, trustProxy: boolean): string {
  const { headers, socket } = http
  const told = (name: string) => (trustProxy ? nearest(headers[name]) : '')
  const scheme = told('x-forwarded-proto').toLowerCase() || ('encrypted' in socket ? 'https' : 'http')
  const host = told('x-forwarded-host') || (headers.host ?? '')
  return `${scheme === 'https' ? 'https' : 'http'}://${isHost(host) ? host : socketAddress(http)}`
}

/** What the first of several proxies was asked for: each adds its own behind. */
const nearest = (value: string | string[] = ''): string => (String(value).split(',', 1)[0] ?? '').trim()

function socketAddress({ socket: { localAddress = '127.0.0.1', localPort } }: IncomingMessage): string {
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}
