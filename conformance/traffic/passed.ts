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
  const headers = headersOf(answer.headers)
  const { 'content-encoding': encoding } = headers
  const body = answer.body ?? NOTHING
  const bytes = encoding === undefined ? body : await unpacked(body, encoding)
  return { ...sent, n, response: new Received(answer.status, headers, bytes), started_at, ms }
}

const NOTHING = Buffer.alloc(0)

/**
 * An answer that passed. Many are remembered to be shown beside a later one and hardly any ever is: so its bytes are
 * kept, and read again then.
 */
class Received implements ReceivedResponse {
  readonly status: number
  readonly headers: Record<string, string>
  readonly #bytes: Buffer
  #read: { readonly text: string; readonly json: unknown } | null

  /** @throws {Unreadable} when it is too much to be read */
  constructor(status: number, headers: Record<string, string>, bytes: Buffer) {
    this.status = status
    this.headers = headers
    this.#bytes = bytes
    this.#read = this.#readAgain()
  }

  get text(): string {
    return (this.#read ?? this.#readAgain()).text
  }

  get json(): unknown {
    return (this.#read ?? this.#readAgain()).json
  }

  /** Its length in bytes. */
  get size(): number {
    return this.#bytes.length
  }

  /** It was judged: what was read of it need not be kept. */
  forget(): void {
    this.#read = null
  }

  #readAgain(): { text: string; json: unknown } {
    const text = this.#bytes.toString('utf8')
    return { text, json: parsedJson(text) }
  }
}
