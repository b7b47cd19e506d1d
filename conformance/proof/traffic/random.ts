import { createHash } from 'node:crypto'

/** Chance that is the same again for the same name. */
export interface Random {
  /** A whole number from 0, below `most`. */
  below(most: number): number
  chance(share: number): boolean
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T
  bytes(size: number): Buffer
}

/** Mulberry32, seeded by the name. */
export function randomOf(name: string): Random {
  let state = createHash('sha256').update(name).digest().readUInt32LE(0)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return {
    below,
    chance: (share) => next() < share,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T, // no list is empty
    bytes: (size) => createHash('shake256', { outputLength: size }).update(`${name} ${next()}`).digest(),
  }
}
