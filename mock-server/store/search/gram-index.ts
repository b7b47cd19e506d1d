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
  readonly #texts = new Map<string, Numbers>()

  add(id: number, text: string): void {
    for (const gram of gramsOf(text)) {
      const ids = this.#texts.get(gram) ?? new Numbers()
      if (ids.size === 0) this.#texts.set(gram, ids)
      ids.add(id)
    }
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

  #rarest(grams: readonly string[]): Uint32Array[] {
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
    for (const [gram, ids] of this.#texts) if (gram.startsWith(piece)) lists.push(ids.values())
    return lists
  }
}

/** Each once; a text that is shorter than a gram is one. */
function gramsOf(text: string): string[] {
  if (text.length <= LENGTH) return [text]
  const grams: string[] = []
  for (let at = 0; at + LENGTH <= text.length; at++) {
    const gram = text.slice(at, at + LENGTH)
    if (text.indexOf(gram) === at) grams.push(gram)
  }
  return grams
}
