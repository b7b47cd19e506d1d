import type { Target } from '../target.ts'
import type { SentRequest } from './exchange.ts'
import { keyPieces } from './key-pieces.ts'
import { quoted } from './shell-words.ts'

/** Headers that curl sends by itself. */
const IMPLIED = new Set(['host', 'connection', 'content-length'])

/** The request as a line for bash, the keys of the target as variables of the shell: `$INVOICING_API_KEY`. */
export function curl(request: SentRequest, target: Target): string {
  const parts = ['curl', '-sS', '-i', ...method(request)]
  if (/[[\]{}]/.test(request.url)) parts.push('--globoff')
  if (/\/\.{1,2}(\/|$|\?)/.test(request.url)) parts.push('--path-as-is')
  parts.push(quoted(request.url))
  for (const [name, value] of Object.entries(request.headers)) {
    if (!IMPLIED.has(name.toLowerCase())) parts.push('-H', header(name, value, target))
  }
  if (request.body === null) return parts.join(' ')
  if (!request.bytes && !request.body.includes('\0'))
    return [...parts, '--data-raw', quoted(request.body)].join(' ')
  // No argument of a program can hold a NUL, and no text here what is no UTF-8.
  const encoded = Buffer.from(request.bytes ?? request.body).toString('base64')
  return `base64 -d <<< ${encoded} | ${[...parts, '--data-binary', '@-'].join(' ')}`
}

function method(request: SentRequest): string[] {
  if (request.method === 'HEAD') return ['--head']
  const implied = request.body === null ? 'GET' : 'POST'
  return request.method === implied ? [] : ['-X', request.method]
}

function header(name: string, value: string, target: Target): string {
  if (value === '') return quoted(`${name};`)
  if (name.toLowerCase() !== 'x-auth-token') return quoted(`${name}: ${value}`)
  const pieces = keyPieces(value, target)
  const [only] = pieces
  if (pieces.length === 1 && only && 'variable' in only) return `"X-Auth-Token: ${only.variable}"`
  return [
    `'X-Auth-Token: '`,
    ...pieces.map((piece) => ('text' in piece ? quoted(piece.text) : `"${piece.variable}"`)),
  ].join('')
}
