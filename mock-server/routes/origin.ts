import type { Request } from 'express'

const HOST = /^([a-z\d._-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/**
 * The address that the client used: `http://127.0.0.1:4010`. X-Forwarded-* count where the app trusts its proxy; a
 * Host that is no host name could lead a download elsewhere, so then it is the address that the server has.
 */
export function originOf(request: Request): string {
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  // Absent in HTTP/1.0, whatever its type says.
  const host: string | undefined = request.host
  return host !== undefined && HOST.test(host) ? `${scheme}://${host}` : `http://${socketAddress(request)}`
}

function socketAddress({ socket: { localAddress = '127.0.0.1', localPort } }: Request): string {
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}
