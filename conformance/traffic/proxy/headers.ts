import { valuesOf } from '../recorded.ts'

/** Headers of one connection alone (RFC 9110, 7.6.1): whoever passes a message on leaves them out. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Names and values in turn, without those of one connection, and those that Connection names. */
export function passedOn(raw: readonly string[]): string[] {
  const named = new Set(valuesOf(raw, 'connection').flatMap((value) => value.toLowerCase().split(/\s*,\s*/)))
  return raw.filter((_, at) => {
    const name = (raw[at - (at % 2)] ?? '').toLowerCase()
    return !HOP_BY_HOP.has(name) && !named.has(name)
  })
}

/** The same, with another host. */
export const withHost = (raw: readonly string[], host: string): string[] =>
  raw.map((text, at) => (at % 2 === 1 && raw[at - 1]?.toLowerCase() === 'host' ? host : text))
