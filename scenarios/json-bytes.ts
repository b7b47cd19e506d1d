/** A text is no JSON, or may be refused for another reason. */
export class NoJson extends Error {}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d]
const SPACES = [0x20, 0x09, 0x0a, 0x0d]

/** How deep a text may be nested: well below what is refused, so that whoever refuses it says so. */
const MOST_LEVELS = 48

/** Bytes of a piece at most: after each it is seen whether a text is too long. */
const PIECE = 32 << 10

function* cut(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += PIECE) yield piece.subarray(at, at + PIECE)
}

interface Place {
  piece: number
  at: number
}

/** Where to stop. */
interface Limits {
  /** Bytes that a text has at least, unless what it stands in ends. */
  least?: number
  /** Bytes that it has at most. */
  most?: number
  /** How deep it stands. */
  level: number
}

/** Goes through a JSON text in UTF-8. What has a meaning there is ASCII, of which no part of another character looks like. */
export class JsonBytes {
  readonly #pieces: readonly Uint8Array[]
  #piece = 0
  #at = 0

  constructor(pieces: readonly Uint8Array[]) {
    this.#pieces = [...cut(pieces)]
    const [first] = pieces
    if (first?.[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf) this.#at = 3
  }

  /** The next byte that is no white space; undefined at the end. */
  next(): number | undefined {
    for (let bytes = this.#bytes; bytes; bytes = this.#further()) {
      while (SPACES.includes(bytes[this.#at] ?? 0)) this.#at++
      if (this.#at < bytes.length) return bytes[this.#at]
    }
    return undefined
  }

  skip(): void {
    this.#at++
  }

  /** Whether that byte comes next, which is then left behind. */
  isNext(byte: number): boolean {
    if (this.next() !== byte) return false
    this.skip()
    return true
  }

  /** @throws NoJson where another comes next */
  expect(byte: number): void {
    if (!this.isNext(byte)) throw new NoJson()
  }

  /**
   * The text up to a sign that stands in no other value, or to the end of what it stands in. Where that is further than
   * `most`, up to the last such sign before; where there is none, undefined, and nothing is left behind.
   */
  upTo(sign: number, { least = 0, most = Number.POSITIVE_INFINITY, level }: Limits): string | undefined {
    const from = { piece: this.#piece, at: this.#at }
    let last: Place | undefined
    let before = -this.#at
    let depth = 0
    let quoted = false
    for (let bytes = this.#bytes; bytes; bytes = this.#further()) {
      const { length } = bytes
      let at = this.#at
      for (; at < length; at++) {
        const byte = bytes[at]
        if (quoted) {
          if (byte === QUOTE) quoted = false
          else if (byte === BACKSLASH) at++
        } else if (byte === QUOTE) quoted = true
        else if (byte === OPEN || byte === OPEN_LIST) {
          if (++depth + level > MOST_LEVELS) throw new NoJson()
        } else if (byte === CLOSE || byte === CLOSE_LIST) {
          if (--depth < 0) return this.#text(from, { piece: this.#piece, at })
        } else if (byte === sign && depth === 0) {
          last = { piece: this.#piece, at }
          if (before + at >= least) return this.#text(from, last)
        }
      }
      before += length
      this.#at = at
      if (before > most) return this.#back(from, last)
    }
    if (quoted || depth > 0) throw new NoJson()
    return this.#text(from, { piece: this.#piece, at: 0 })
  }

  get #bytes(): Uint8Array | undefined {
    return this.#pieces[this.#piece]
  }

  /** The next piece. What was skipped behind the end of this one is skipped there. */
  #further(): Uint8Array | undefined {
    this.#at -= this.#bytes?.length ?? 0
    this.#piece++
    return this.#bytes
  }

  #back(from: Place, last: Place | undefined): string | undefined {
    if (last) return this.#text(from, last)
    this.#go(from)
    return undefined
  }

  #go({ piece, at }: Place): void {
    this.#piece = piece
    this.#at = at
  }

  #text(from: Place, to: Place): string {
    this.#go(to)
    const parts = this.#pieces.slice(from.piece, to.piece + 1)
    const end = parts.length - 1
    return Buffer.concat(
      parts.map((part, index) =>
        part.subarray(
          index === 0 ? from.at : 0,
          index === end && to.piece < this.#pieces.length ? to.at : undefined,
        ),
      ),
    ).toString('utf8')
  }
}
