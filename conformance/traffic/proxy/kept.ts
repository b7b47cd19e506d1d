/** Bytes of all messages together that are kept to be judged, and of one. */
const MOST_AT_ONCE = 64 * 2 ** 20
const MOST_OF_ONE = 8 * 2 ** 20

/** Most requests have no body: they share this one. */
const NOTHING = Buffer.alloc(0)

/** How much is kept at the moment. */
export class Room {
  #used = 0

  take(bytes: number): boolean {
    if (this.#used + bytes > MOST_AT_ONCE) return false
    this.#used += bytes
    return true
  }

  give(bytes: number): void {
    this.#used -= bytes
  }
}

/** A body that passes, kept beside; one that is too much is let go, and passes all the same. */
export class Kept {
  #chunks: Buffer[] = []
  #bytes = 0
  #isWhole = true
  readonly #room: Room

  constructor(room: Room) {
    this.#room = room
  }

  add(chunk: Buffer): void {
    if (!this.#isWhole) return
    if (this.#bytes + chunk.length <= MOST_OF_ONE && this.#room.take(chunk.length)) {
      this.#bytes += chunk.length
      this.#chunks.push(chunk)
    } else {
      this.release()
      this.#isWhole = false
    }
  }

  /** null where it was too much. */
  get body(): Buffer | null {
    if (!this.#isWhole) return null
    const [only = NOTHING] = this.#chunks
    return this.#chunks.length <= 1 ? only : Buffer.concat(this.#chunks)
  }

  release(): void {
    this.#room.give(this.#bytes)
    this.#bytes = 0
    this.#chunks = []
  }
}
