import { Numbers } from './numbers.ts'

/** How many characters a gram has. */
const LENGTH = 3

/** Texts that come into question. */
export interface Candidates {
  /** Their ids; one may be in several of the lists. */
  readonly lists: readonly Uint32Array[]
  /** Whether it is known of them all that every piece stands in them. */
  readonly proven: boolean
}

/**
 * Texts by the three characters that follow on each other in them: tells in which a piece of text may stand. A shorter
 * piece must be followed by another character wherever it may stand.
 */
export class GramIndex {
  readonly #texts = new Map<Gram, Numbers>()

  /** @param text of a gram at least */
  add(id: number, text: string): void {
    for (let at = 0; at + LENGTH <= text.length; at++) this.#idsOf(gramAt(text, at)).addOnce(id)
  }

  /** @param text that it was added with */
  remove(id: number, text: string): void {
    for (const gram of gramsOf(text)) {
      const ids = this.#texts.get(gram)
      ids?.remove(id)
      if (ids?.size === 0) this.#texts.delete(gram)
    }
  }

  /** The texts that all pieces may stand in; null where they may in any. */
  candidates(pieces: readonly string[]): Candidates | null {
    const grams = pieces.filter(({ length }) => length >= LENGTH).flatMap(gramsOf)
    if (grams.length > 0) return { lists: this.#rarest(grams), proven: pieces.length + grams.length === 2 }
    const [short = ''] = pieces.toSorted((a, b) => b.length - a.length)
    return short === '' ? null : { lists: this.#around(short), proven: pieces.length === 1 }
  }

  #idsOf(gram: Gram): Numbers {
    const known = this.#texts.get(gram)
    if (known) return known
    const ids = new Numbers()
    this.#texts.set(gram, ids)
    return ids
  }

  #rarest(grams: readonly Gram[]): Uint32Array[] {
    let rarest: Numbers | undefined
    for (const gram of grams) {
      const ids = this.#texts.get(gram)
      if (!ids) return []
      if (!rarest || ids.size < rarest.size) rarest = ids
    }
    return rarest ? [rarest.values()] : []
  }

  /** What is shorter than a gram begins one. */
  #around(piece: string): Uint32Array[] {
    const lists: Uint32Array[] = []
    for (const [gram, ids] of this.#texts) if (begins(gram, piece)) lists.push(ids.values())
    return lists
  }
}

/** The code units of a gram as one number, by which a map finds it in half the time. */
type Gram = number

/** How many grams are of ASCII alone, seven bits a character; all others stand behind them. */
const ASCII_GRAMS = 2 ** 21

function gramAt(text: string, at: number): Gram {
  const [first, second, third] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)]
  return (first | second | third) < 128
    ? (first << 14) | (second << 7) | third
    : (first * 2 ** 16 + second) * 2 ** 16 + third + ASCII_GRAMS
}

/** Each once. */
function gramsOf(text: string): Gram[] {
  const grams = new Set<Gram>()
  for (let at = 0; at + LENGTH <= text.length; at++) grams.add(gramAt(text, at))
  return [...grams]
}

/** Whether a gram begins with a piece of one or two characters. */
function begins(gram: Gram, piece: string): boolean {
  const isAscii = gram < ASCII_GRAMS
  const units = isAscii ? gram >>> 7 : Math.floor((gram - ASCII_GRAMS) / 2 ** 16)
  const base = isAscii ? 2 ** 7 : 2 ** 16
  if (Math.floor(units / base) !== piece.charCodeAt(0)) return false
  return piece.length === 1 || units % base === piece.charCodeAt(1)
}
