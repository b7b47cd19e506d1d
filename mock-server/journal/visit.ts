import type { IncomingMessage, ServerResponse } from 'node:http'
import type { QuestionSet } from '../../schemas/coverage/question-set.ts'
import type { OperationId } from '../../schemas/operations.ts'
import { Clock } from '../clock.ts'
import type { HttpAnswer } from '../exchange.ts'
import { written } from '../shared-bytes.ts'
import type { Store } from '../store/store.ts'
import type { World } from '../world.ts'
import { onEndOf } from './end-of-socket.ts'
import type { Entry, SeenOutcome } from './entry.ts'
import { LONGEST_BODY } from '../../schemas/journal/body.ts'
import { readUnread, uploadOf, type Upload } from './upload.ts'
import { ignoredWait, tellWait, waitIn } from './waits.ts'

/** How a request ended, as those say who answered it. */
export interface Over {
  operation: OperationId | 'download' | null
  /** The store whose key or document it was. */
  store: Store | null
  /** The clock that holds for it. */
  world: World
  outcome: SeenOutcome
  /** What was given to be sent; whether it was, the connection tells. null for nothing. */
  answer: HttpAnswer | null
  /** Id of the fault that was played. */
  fault: string | null
  /** What its dialect was asked; null where it has none. */
  questions: QuestionSet | null
}

/** Who wants to know of requests. */
export interface Watcher {
  /** The clock of the mock. */
  clock: World
  /** Told of each once, when its answer was sent whole or its client had gone; gives it its number. */
  over(entry: Entry): void
  /** Told that of the body of the request of this number more bytes have come. */
  grew(seq: number, bytes: number): void
}

/** A request; where it comes by an app of Express, that may have taken the beginning off its URL. */
type Incoming = IncomingMessage & { readonly originalUrl?: string }

/** Notes a request that comes; undefined where nobody wants to know of it. */
export type Watch = (request: Incoming, response: ServerResponse) => Visit | undefined

/** A request under way: made when it comes. It is part of every request, so it does no more than it must. */
export class Visit {
  readonly #request: Incoming
  readonly #response: ServerResponse
  readonly #watcher: Watcher
  readonly #upload: Upload | null
  readonly #at: number
  readonly #begun = performance.now()
  /** Until when the answer tells its client to wait, on the store's clock; null where it tells nothing. */
  #waitUntil: number | null = null
  /** Whether all of the answer was handed to the system, where that is noted. */
  #isFinished = false

  constructor(request: Incoming, response: ServerResponse, watcher: Watcher) {
    this.#request = request
    this.#response = response
    this.#watcher = watcher
    this.#at = watcher.clock.now()
    this.#upload = uploadOf(request, watcher)
  }

  /** To be called before an answer whose end is told only some ticks later, when the response may be closed already. */
  noteFinish(): void {
    this.#response.once('finish', () => (this.#isFinished = true))
  }

  /** To be called once, when the answer is on its way or there will be none; its client may have gone before. */
  end(over: Over): void {
    if (this.#upload) readUnread(this.#request)
    // From now, when it is written: a client may have it long before this process sees that it went.
    const wait = over.answer && waitIn(over.outcome, over.answer)
    if (wait !== null) this.#waitUntil = over.world.now() + wait
    const { socket } = this.#request
    const { writableEnded, writableLength, destroyed } = this.#response
    // What was written to a client that had gone went nowhere.
    if (destroyed && !this.#isFinished) return this.#close({ ...over, answer: null })
    if ((writableEnded && writableLength === 0) || socket.destroyed) return this.#close(over)
    // Of an answer that waits for others of its connection only the connection tells that it never went.
    let isOver = false
    const close = (): void => {
      if (!isOver) this.#close(over)
      isOver = true
      // A connection that goes on would keep all that came by it.
      forget()
    }
    const forget = onEndOf(socket, close)
    this.#response.once('close', close)
  }

  #close({ operation, store, world, outcome, answer, fault, questions }: Over): void {
    const { method = '', url: target = '', originalUrl: url = target, rawHeaders: headers } = this.#request
    const at = world === this.#watcher.clock ? this.#at : arrivalOn(world, this.#begun)
    const { headersSent, socket, writableFinished } = this.#response
    // One that still waits for its turn on the connection has no socket.
    const isAnswered = answer !== null && headersSent && (socket !== null || writableFinished)
    const now = performance.now()
    const entry: Entry = {
      seq: 0,
      at,
      method,
      url,
      headers,
      body: this.#upload,
      operation,
      store: store && store.record.name,
      outcome,
      answer: isAnswered ? kept(answer, method) : null,
      ms: now - this.#begun,
      fault,
      questions,
      ignored_wait_ms: store && ignoredWait(store, at, this.#begun),
      replica: null,
      weight: 0,
    }
    const until = this.#waitUntil
    if (store && isAnswered && until !== null) tellWait(store, { until, told: now })
    this.#watcher.over(entry)
    if (this.#upload) this.#upload.seq = entry.seq
  }
}

/** When a request came, by a clock that was found only after. */
function arrivalOn(world: World, begun: number): number {
  const stands = world instanceof Clock && world.frozen
  return world.now() - (stands ? 0 : performance.now() - begun)
}

/** An answer as it goes out, and not more of it than is kept. */
function kept(answer: HttpAnswer, method: string): HttpAnswer {
  const { body, headers } = answer
  if (body === null || method === 'HEAD') return { ...answer, body: null }
  if (body.length <= LONGEST_BODY) return answer
  const whole = Buffer.from(written(body))
  const told = { ...headers, 'content-length': String(whole.length) }
  // Of a part the whole would be kept alive.
  return { ...answer, headers: told, body: Buffer.from(whole.subarray(0, LONGEST_BODY)) }
}
