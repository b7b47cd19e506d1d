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

/**
 * Names and values in turn, without those of one connection, and those that Connection names.
 * @param host to be sent instead of the one that was
 */
export function passedOn(raw: readonly string[], host?: string): string[] {
  const named = namedBy(raw)
  const on: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [sent = '', value = ''] = [raw[at], raw[at + 1]]
    const name = sent.toLowerCase()
    if (HOP_BY_HOP.has(name) || named.includes(name)) continue
    on.push(sent, name === 'host' && host !== undefined ? host : value)
  }
  return on
}

/** Most connections name nothing but how long they last. */
const namedBy = (raw: readonly string[]): readonly string[] =>
  valuesOf(raw, 'connection').flatMap((value) =>
    value === 'keep-alive' || value === 'close' ? [] : value.toLowerCase().split(/\s*,\s*/),
  )
