import type { IncomingHttpHeaders } from 'node:http'
import { isIPv4 } from 'node:net'

/** Whether a host name or address (no port; IPv6 with or without brackets) means this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
}

export const withoutPort = (host: string): string => host.replace(/:\d*$/, '')

/** A web page of another origin made the browser send it, maybe behind the user's back. */
export function isOfForeignPage({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`
}
