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

/** Headers of answers as texts. Most have the same text at the same place as the answer before, and it is not made anew. */
export class HeaderTexts {
  #before: readonly string[] = []

  /** @param raw names and values in turn, as they came */
  of(raw: readonly Buffer[]): readonly string[] {
    const before = this.#before
    const texts = raw.map((bytes, at) => {
      const text = before[at]
      return text !== undefined && isText(bytes, text) ? text : bytes.toString('latin1')
    })
    this.#before = texts
    return texts
  }
}

function isText(bytes: Buffer, text: string): boolean {
  if (bytes.length !== text.length) return false
  for (let at = 0; at < text.length; at++) if (bytes[at] !== text.charCodeAt(at)) return false
  return true
}

/** Most connections name nothing but how long they last. */
const namedBy = (raw: readonly string[]): readonly string[] =>
  valuesOf(raw, 'connection').flatMap((value) =>
    value === 'keep-alive' || value === 'close' ? [] : value.toLowerCase().split(/\s*,\s*/),
  )
