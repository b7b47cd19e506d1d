import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'

/** An answer as it came, perhaps packed. */
export interface Packed {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

/** Takes in an answer until it is whole. */
export class Reception implements Dispatcher.DispatchHandler {
  /** Rejects with what broke it off. */
  readonly whole: Promise<Packed>
  #resolve: (whole: Packed) => void = () => {}
  #reject: (reason: Error) => void = () => {}
  #controller: Dispatcher.DispatchController | undefined
  #brokenOff: Error | undefined
  #status = 0
  #headers: IncomingHttpHeaders = {}
  readonly #chunks: Buffer[] = []

  constructor() {
    this.whole = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Ends it, and its connection; one that has no connection yet is sent nowhere. */
  breakOff(reason: Error): void {
    this.#brokenOff = reason
    this.#controller?.abort(reason)
    this.#reject(reason)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#brokenOff) controller.abort(this.#brokenOff)
  }

  /** The last one counts: before it there may be others that only inform (1xx). */
  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status
    this.#headers = headers
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#resolve({ status: this.#status, headers: this.#headers, bytes: Buffer.concat(this.#chunks) })
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error)
  }
}
