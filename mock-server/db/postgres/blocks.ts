import type { Table } from '../table.ts'

/** How many numbers a store takes at once: each time it does, all processes have to know. */
const BLOCK = 100

/** The table of a store that has the numbers which are its own. */
export const IDS = 'ids'

interface Block {
  readonly next: number
  readonly end: number
}

/** The next number of a counter. */
export function nextOf(counters: Table<unknown>, name: string, from: number, by = 1): number {
  const next = Number(counters.get(name) ?? from)
  counters.set(name, next + by)
  return next
}

/** The next number of a counter for a store: of those that are its own, and where there is none of a new block. */
export function nextInBlock(
  counters: Table<unknown>,
  ids: Table<unknown>,
  name: string,
  from: number,
): number {
  // What the row of a counter holds is written nowhere but here.
  const block = ids.get(name) as Block | undefined
  const isLeft = block !== undefined && block.next < block.end
  const next = isLeft ? block.next : nextOf(counters, name, from, BLOCK)
  ids.set(name, { next: next + 1, end: isLeft ? block.end : next + BLOCK })
  return next
}
