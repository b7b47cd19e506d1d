import type { IncomingMessage, ServerResponse } from 'node:http'
import { messageOf } from '../../../schemas/thrown.ts'
import { passedOn } from './headers.ts'

/** The head of an answer as it came. */
export interface Head {
  readonly status: number
  readonly text: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
}

/** What is told of one request while it passes. */
export interface Listener {
  onSent(chunk: Buffer): void
  onAnswer(head: Head): void
  onReceived(chunk: Buffer): void
  /** The whole answer has passed. */
  onEnd(): void
  /** It will have no whole answer: the client went away, or nothing came. Called at most once, and not after onEnd. */
  onLost(why: string): void
}

/** Where an answer comes from, which waits for a client that does not take more. */
export interface Source {
  /** All of it is there, if not yet told. */
  readonly complete: boolean
  pause(): void
  resume(): void
}

/** One request on its way, and its answer on the way back, which goes to the client as it comes. */
export class Passage {
  readonly incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  readonly #listener: Listener
  readonly #origin: string
  #source: Source | null = null
  #last: Buffer | null = null
  #isOver = false

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, listener: Listener, origin: string) {
    this.incoming = incoming
    this.#outgoing = outgoing
    this.#listener = listener
    this.#origin = origin
  }

  /** Whether anything of the answer is there. */
  get isAnswered(): boolean {
    return this.#source !== null
  }

  sent(chunk: Buffer): void {
    this.#listener.onSent(chunk)
  }

  /** @param abort ends the request to the deployment, when the client went away */
  until(abort: () => void): void {
    this.#outgoing.on('close', () => {
      if (this.#outgoing.writableFinished) return
      this.#lose('the client went away')
      abort()
    })
  }

  answered(head: Head, source: Source): void {
    const outgoing = this.#outgoing
    this.#source = source
    this.#listener.onAnswer(head)
    outgoing.sendDate = false
    outgoing.writeHead(head.status, head.text, passedOn(head.headers))
    outgoing.on('drain', () => source.resume())
    outgoing.on('finish', () => {
      this.#isOver = true
      this.#listener.onEnd()
    })
  }

  /**
   * What comes last goes out together with the end: most answers come in one piece, and are one write then, where a
   * pipe makes two.
   */
  received(chunk: Buffer): void {
    this.#listener.onReceived(chunk)
    this.#write()
    this.#last = chunk
    // What is complete ends in this very tick.
    process.nextTick(() => this.#source?.complete || this.#write())
  }

  end(): void {
    this.#outgoing.end(this.#last ?? undefined)
    this.#last = null
  }

  /** Nothing more will come. */
  breakOff(error: Error): void {
    if (this.#isOver) return
    if (!this.isAnswered) {
      this.#lose(`nothing came from the deployment: ${messageOf(error)}`)
      return this.#refuse(error)
    }
    this.#lose('the deployment broke its answer off')
    this.#outgoing.destroy()
  }

  #write(): void {
    if (this.#last !== null && !this.#outgoing.write(this.#last)) this.#source?.pause()
    this.#last = null
  }

  #lose(why: string): void {
    if (!this.#isOver) this.#listener.onLost(why)
    this.#isOver = true
  }

  /** Nothing came from the deployment: the client is told so as the API tells its errors. */
  #refuse(error: Error): void {
    const body = JSON.stringify({
      error: `Bad gateway: ${this.#origin} did not answer (${messageOf(error)})`,
    })
    this.#outgoing.writeHead(502, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    this.#outgoing.end(body)
  }
}
