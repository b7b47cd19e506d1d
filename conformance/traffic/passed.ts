import { isAscii } from 'node:buffer'
import type { OperationId } from '../../schemas/operations.ts'
import type { Exchange, ReceivedResponse } from '../server/client/exchange.ts'
import { parsedJson } from '../server/client/json.ts'
import { unpacked } from '../server/client/unpack.ts'
import { headersOf, type Recorded } from './recorded.ts'
import type { Sent } from './sent.ts'

/** An exchange that passed, with what of the contract its request breaks. */
export interface Passed extends Exchange, Sent {
  readonly response: Received
}

/**
 * The exchange that was recorded, ready to be judged.
 * @throws {Unreadable} when the answer cannot be unpacked, or is too much to be read
 */
export async function passedOf(recorded: Recorded, sent: Sent, n: number): Promise<Passed> {
  const { answer, started_at, ms } = recorded
  const headers = headersIn(answer.headers)
  const { 'content-encoding': encoding } = headers
  const body = answer.body ?? NOTHING
  const bytes = encoding === undefined ? body : await unpacked(body, encoding)
  const isRough = sent.operation !== null && ROUGHLY.includes(sent.operation) && answer.status < 300
  const response = new Received(answer.status, headers, bytes, isRough)
  const { operation, key, token, odd, violations, params, query, input, request } = sent
  return {
    n,
    response,
    started_at,
    ms,
    operation,
    key,
    token,
    odd,
    violations,
    params,
    query,
    input,
    request,
  }
}

const NOTHING = Buffer.alloc(0)

let latest: { readonly raw: readonly string[]; readonly headers: Record<string, string> } = {
  raw: [],
  headers: {},
}

/** The headers of an answer. Most are those of the answer before. */
function headersIn(raw: readonly string[]): Record<string, string> {
  const isSame = raw.length === latest.raw.length && raw.every((text, at) => text === latest.raw[at])
  if (!isSame) latest = { raw, headers: headersOf(raw) }
  return latest.headers
}

/**
 * Operations whose results may be read as Latin-1 at first, which takes half the time: only whether a text is one matters of them,
 * or which of the contract's own words it is. Of what is compared with other answers later it would not do.
 */
const ROUGHLY: readonly OperationId[] = ['listInvoices', 'searchInvoices']

/**
 * An answer that passed. Many are remembered to be shown beside a later one and hardly any ever is: so its bytes are
 * kept, and read again then.
 */
class Received implements ReceivedResponse {
  readonly status: number
  readonly headers: Record<string, string>
  readonly #bytes: Buffer
  #read: { readonly json: unknown } | null
  #isRough: boolean

  /** @throws {Unreadable} when it is too much to be read */
  constructor(status: number, headers: Record<string, string>, bytes: Buffer, isRough: boolean) {
    this.status = status
    this.headers = headers
    this.#bytes = bytes
    this.#isRough = isRough
    // Bytes of UTF-8 that are no ASCII stand in texts alone, so that both readings have the same values elsewhere.
    this.#read = { json: parsedJson(isRough ? bytes.toString('latin1') : this.text) }
  }

  /** It is decoded whenever somebody asks, as hardly anybody does. */
  get text(): string {
    return this.#bytes.toString('utf8')
  }

  get json(): unknown {
    return (this.#read ?? { json: parsedJson(this.text) }).json
  }

  /** Its length in bytes. */
  get size(): number {
    return this.#bytes.length
  }

  /** Reads it as it is, where it was read roughly and that makes a difference, so that it can be shown; answers whether it was. */
  readExactly(): boolean {
    if (!this.#isRough || isAscii(this.#bytes)) return false
    this.#isRough = false
    this.#read = { json: parsedJson(this.text) }
    return true
  }

  /** It was judged: what was read of it need not be kept. */
  forget(): void {
    this.#read = null
  }
}
