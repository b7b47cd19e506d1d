import { isSecretHeader, isSecretParameter, MASK, withoutGrants } from '../printing/secrets.ts'
import { hasFields } from '../tables.ts'
import type { Seen } from '../types.ts'

/** Signs of a secret that are left, so that a reader knows it again; of a short one, none. */
const LEFT = 4
const SHORT = 8

interface Owner {
  readonly name: string
  readonly api_key: string
}

/** What JSON can say. */
export type Json = Seen['body']

/** Hides keys in all that a request and its answer hold, and leaves of each what tells which it is. */
export class Masking {
  readonly #names = new Map<string, string>()
  readonly #keys: RegExp | null

  /**
   * @param owners the stores, whose keys are hidden wherever they stand
   * @param sent other keys that are hidden like them, as the request came with them
   */
  constructor(owners: readonly Owner[], sent: readonly string[] = []) {
    for (const { name, api_key } of owners) this.#names.set(api_key, name)
    const written = [...this.#names.keys(), ...sent.filter((key) => key.length >= SHORT)].flatMap((key) => [
      key,
      encodeURIComponent(key),
    ])
    this.#keys =
      written.length === 0 ? null : new RegExp(written.map(literally).toSorted(longestFirst).join('|'), 'g')
  }

  /** The name of the store whose key it is, or its last signs. */
  secret(value: string): string {
    const end = value.length < SHORT ? '' : value.slice(-LEFT)
    const name = this.#names.get(value)
    return name === undefined ? MASK + end : `${MASK}${end} (${name})`
  }

  /** A text, with keys and what signs a URL hidden. */
  text(text: string): string {
    const keyless = this.#keys ? text.replace(this.#keys, (key) => this.secret(decoded(key))) : text
    return withoutGrants(keyless, (value) => this.#again(value))
  }

  /** The value of a header. */
  header(name: string, value: string): string {
    if (!isSecretHeader(name)) return this.text(value)
    const [, scheme = '', secret = value] = /^(Bearer |Basic )?(.*)$/is.exec(value) ?? []
    return scheme + this.secret(secret)
  }

  /** The value of a query parameter. */
  parameter(name: string, value: string): string {
    return isSecretParameter(name) ? this.secret(value) : this.text(value)
  }

  /** What JSON said; not for deeply nested values. */
  json(value: unknown): Json {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((item) => this.json(item))
    if (typeof value === 'number' || typeof value === 'boolean') return value
    if (!hasFields(value)) return null
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [this.text(name), this.json(part)]))
  }

  /** What was hidden once stays as it is. */
  #again(value: string): string {
    return value.startsWith(MASK) ? value : this.secret(value)
  }
}

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

const longestFirst = (one: string, other: string): number => other.length - one.length

/** A key as it stands or percent-encoded; both are of whole keys, so nothing else is left to decode. */
function decoded(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}
