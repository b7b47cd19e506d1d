import type { Exchange } from '../server/client/exchange.ts'
import { parsedJson } from '../server/client/json.ts'
import { unpacked } from '../server/client/unpack.ts'
import { headersOf, type Recorded } from './recorded.ts'
import type { Sent } from './sent.ts'

/** An exchange that passed, with what of the contract its request breaks. */
export interface Passed extends Exchange, Sent {}

/**
 * The exchange that was recorded, ready to be judged.
 * @throws {Unreadable} when the answer cannot be unpacked, or is too much to be read
 */
export async function passedOf(recorded: Recorded, sent: Sent, n: number): Promise<Passed> {
  const { started_at, ms } = recorded
  return { ...sent, n, response: await receivedOf(recorded), started_at, ms }
}

async function receivedOf({ answer }: Recorded): Promise<Exchange['response']> {
  const headers = headersOf(answer.headers)
  const { 'content-encoding': encoding } = headers
  const body = answer.body ?? Buffer.alloc(0)
  const text = (encoding === undefined ? body : await unpacked(body, encoding)).toString('utf8')
  return { status: answer.status, headers, text, json: parsedJson(text) }
}
