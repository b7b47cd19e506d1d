/** The beginning and the end of what a command prints, of both its streams in the order in which it came: megabytes are not kept. */
export class OutputEnds {
  readonly #most: { head: number; tail: number }
  #head = Buffer.alloc(0)
  #tail: Buffer[] = []
  #kept = 0
  #all = 0

  /** @param most bytes that are kept of each end */
  constructor(most: { head: number; tail: number }) {
    this.#most = most
  }

  add(chunk: Buffer): void {
    this.#all += chunk.length
    const room = this.#most.head - this.#head.length
    if (room > 0) this.#head = Buffer.concat([this.#head, chunk.subarray(0, room)])
    if (chunk.length > room) this.#addToTail(chunk.subarray(Math.max(0, room)))
  }

  #addToTail(chunk: Buffer): void {
    this.#tail.push(chunk)
    this.#kept += chunk.length
    // As long as what is left without the oldest is enough.
    for (
      let [oldest] = this.#tail;
      oldest && this.#kept - oldest.length >= this.#most.tail;
      [oldest] = this.#tail
    ) {
      this.#tail.shift()
      this.#kept -= oldest.length
    }
  }

  /** Bytes between the two ends, which are gone. */
  get dropped(): number {
    return Math.max(0, this.#all - this.#most.head - this.#most.tail)
  }

  /** Both ends, and between them a line that tells what is gone. */
  get text(): string {
    const tail = Buffer.concat(this.#tail)
    if (this.dropped === 0) return Buffer.concat([this.#head, tail]).toString()
    // Half a sign may be left at the cuts.
    const begun = this.#head.toString().replace(/\uFFFD+$/, '')
    const ended = tail
      .subarray(tail.length - this.#most.tail)
      .toString()
      .replace(/^\uFFFD+/, '')
    return `${begun}\n… ${this.dropped.toLocaleString('en')} bytes left out …\n${ended}`
  }
}
