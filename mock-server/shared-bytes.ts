/** A body put together of bytes that other answers have too: whoever keeps it keeps little more than those. */
export class SharedBytes {
  /** How many there are. */
  readonly length: number
  readonly #pieces: readonly Buffer[]

  constructor(pieces: readonly Buffer[]) {
    this.#pieces = pieces
    this.length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  }

  /** In one piece, for the wire. */
  joined(): Buffer {
    return Buffer.concat(this.#pieces, this.length)
  }

  toString(): string {
    return this.joined().toString()
  }
}

/** What is written on a connection of a body. */
export const written = (body: string | Buffer | SharedBytes): string | Buffer =>
  body instanceof SharedBytes ? body.joined() : body

/** Bytes of a body. */
export const sizeOf = (body: string | Buffer | SharedBytes): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.length
