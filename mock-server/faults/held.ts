import type { Socket } from 'node:net'

/** Requests that are held back, each with what ends it when its client goes away or the mock is closed. */
export class Held {
  /** By connection: several requests may wait on one (pipelining), and it is listened to once. */
  readonly #ends = new Map<Socket, Set<() => void>>()
  #isReleased = false

  /** Whether the mock is being closed. */
  get isReleased(): boolean {
    return this.#isReleased
  }

  /** How many are held back. */
  get count(): number {
    return [...this.#ends.values()].reduce((sum, { size }) => sum + size, 0)
  }

  /**
   * Calls `end` once the connection or the mock is closed, which may be so already; not before the next tick, and not
   * after it was let go.
   * @returns lets it go
   */
  hold(socket: Socket, end: () => void): () => void {
    const ends = this.#endsOf(socket)
    ends.add(end)
    if (this.#isReleased || socket.destroyed) process.nextTick(() => this.#endAll(socket))
    return () => void ends.delete(end)
  }

  /** Ends all that is held, and from now on whatever would be. */
  release(): void {
    this.#isReleased = true
    for (const socket of this.#ends.keys()) this.#endAll(socket)
  }

  #endsOf(socket: Socket): Set<() => void> {
    const known = this.#ends.get(socket)
    if (known) return known
    const ends = new Set<() => void>()
    this.#ends.set(socket, ends)
    socket.once('close', () => this.#endAll(socket))
    return ends
  }

  #endAll(socket: Socket): void {
    const ends = this.#ends.get(socket) ?? []
    this.#ends.delete(socket)
    for (const end of ends) end()
  }
}
