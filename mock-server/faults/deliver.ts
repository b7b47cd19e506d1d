import type { IncomingMessage, ServerResponse } from 'node:http'
import { LONGEST_MS } from '../../schemas/timers.ts'
import type { CutFault, DripFault } from '../../schemas/types.ts'
import type { HttpAnswer } from '../exchange.ts'
import { send, writeHead } from '../reply/send.ts'
import { written } from '../shared-bytes.ts'
import type { Played } from './faults.ts'
import type { Held } from './held.ts'
import { garbled, statusAnswer } from './outgoing.ts'

/** A request and where its answer goes. */
export interface Wire {
  readonly http: IncomingMessage
  readonly response: ServerResponse
  readonly held: Held
}

/**
 * Plays the fault on the right answer, which is null where the work was left. What takes long goes on by itself.
 * @returns what was answered; null for nothing
 */
export async function deliver(
  played: Played,
  wire: Wire,
  right: HttpAnswer | null,
): Promise<HttpAnswer | null> {
  const { answer, end } = endingOf(played, right)
  if (played.wait > 0) await late(played.wait, wire)
  end(wire)
  return answer
}

/** What is answered, null for nothing, and what is done on the wire. */
interface Ending {
  readonly answer: HttpAnswer | null
  readonly end: (wire: Wire) => void
}

/** How each fault ends a request; one of a kind that does not stand here does not compile. */
function endingOf({ effect, seed }: Played, right: HttpAnswer | null): Ending {
  if (effect === null) return whole(right)
  switch (effect.kind) {
    case 'answer':
    case 'expired':
      return whole(right)
    case 'status':
      return whole(statusAnswer(effect))
    case 'garbage':
      return whole(right && garbled(right, seed))
    case 'cut':
      return put(right, (answer, wire) => cut(answer, effect, wire))
    case 'drip':
      return put(right, (answer, wire) => drip(answer, effect, wire))
    case 'reset':
    case 'lost-answer':
      return { answer: null, end: reset }
    case 'hang':
      return { answer: null, end: hang }
    default:
      return effect satisfies never
  }
}

const whole = (answer: HttpAnswer | null): Ending => put(answer, (sent, { response }) => send(response, sent))

/** Without an answer there is nothing to put on the wire. */
const put = (answer: HttpAnswer | null, end: (answer: HttpAnswer, wire: Wire) => void): Ending =>
  answer === null ? { answer, end: reset } : { answer, end: (wire) => end(answer, wire) }

/** Waits; no longer than there is a client, and a mock. */
function late(ms: number, { http, response, held }: Wire): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      letGo()
      // A mock that closes has no use for the connection.
      if (held.isReleased) response.shouldKeepAlive = false
      resolve()
    }
    const timer = setTimeout(end, ms)
    const letGo = held.hold(http.socket, end)
  })
}

function hang({ http, held }: Wire): void {
  // Whoever is still sending would else not be seen to go away.
  http.resume()
  held.hold(http.socket, () => http.socket.destroy())
}

function reset({ http: { socket } }: Wire): void {
  try {
    socket.resetAndDestroy()
  } catch {
    // Only TCP can be reset: a pipe, or TLS in the server of somebody who mounts the app, is just closed.
    socket.destroy()
  }
}

/** The bytes that go out; none where the request wants none. */
const bytesOf = ({ body }: HttpAnswer, { http }: Wire): Buffer =>
  Buffer.from(http.method === 'HEAD' || body === null ? '' : written(body))

function cut(answer: HttpAnswer, { bytes: count }: CutFault, wire: Wire): void {
  const { http, response } = wire
  const bytes = bytesOf(answer, wire)
  // What lies unread when a connection is closed has it reset, and the client might lose the part that it has.
  http.resume()
  writeHead(response, answer).flushHeaders()
  response.write(bytes.subarray(0, Math.min(count, Math.max(0, bytes.length - 1))))
  http.socket.destroySoon()
}

/** Timers that fire more often are a load, and no client sees the difference. */
const SHORTEST_STEP_MS = 10

function drip(answer: HttpAnswer, { bytes_per_second: rate }: DripFault, wire: Wire): void {
  const { http, response, held } = wire
  const bytes = bytesOf(answer, wire)
  const begun = performance.now()
  const elapsed = () => performance.now() - begun
  let sent = 0
  let timer: NodeJS.Timeout | undefined
  const letGo = held.hold(http.socket, () => {
    clearTimeout(timer)
    http.socket.destroy()
  })
  const step = (): void => {
    const due = Math.min(bytes.length, Math.floor((elapsed() * rate) / 1000))
    if (due > sent) response.write(bytes.subarray(sent, due))
    sent = due
    if (sent === bytes.length) {
      letGo()
      response.end()
      return
    }
    const next = ((sent + 1) * 1000) / rate - elapsed()
    timer = setTimeout(step, Math.min(LONGEST_MS, Math.max(SHORTEST_STEP_MS, next)))
  }
  writeHead(response, answer).flushHeaders()
  step()
}
