import type { SentRequest } from './exchange.ts'

/** Headers that curl sends by itself. */
const IMPLIED = new Set(['host', 'connection', 'content-length'])

/** The request as a line for a shell, the store's key as `$INVOICING_API_KEY`. */
export function curl(request: SentRequest, api_key: string): string {
  const parts = ['curl', '-sS', '-i']
  if (request.method !== 'GET') parts.push('-X', request.method)
  if (/[[\]{}]/.test(request.url)) parts.push('--globoff')
  parts.push(quoted(request.url))
  for (const [name, value] of Object.entries(request.headers)) {
    if (!IMPLIED.has(name.toLowerCase())) parts.push('-H', header(name, value, api_key))
  }
  if (request.body !== null) parts.push('--data-binary', quoted(shortened(request.body)))
  return parts.join(' ')
}

function header(name: string, value: string, api_key: string): string {
  if (name.toLowerCase() !== 'x-auth-token') return quoted(`${name}: ${value}`)
  if (value === api_key) return '"X-Auth-Token: $INVOICING_API_KEY"'
  return value === '' ? quoted('X-Auth-Token;') : quoted(`X-Auth-Token: ${value}`)
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const shortened = (body: string) =>
  body.length <= 4000 ? body : `${body.slice(0, 4000)}… (${body.length} characters)`
