import type { Row } from '../change.ts'

/**
 * What the writer does: it writes; puts content in the place of content; or content that can be made again, so that it
 * is written when it has taken its place.
 */
export type Mode = 'write' | 'replace' | 'remake'

/** Rows of a replacement, of which each has its number. */
export const generationRows = (mode: Mode, generation: number): Row[] =>
  Array.from({ length: mode === 'remake' ? 12_000 : 400 }, (_, key) => [1, 'rows', key, generation])
