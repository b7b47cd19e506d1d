import { createHash } from 'node:crypto'

/** An id that no store is likely to have, within 2^53. */
export const UNLIKELY_ID = 2 ** 52 + 12_345_679

/** A version 4 UUID that follows from the seed: a slug that no invoice is likely to have. */
export function unlikelySlug(seed: number): string {
  const hex = createHash('sha256').update(`slug ${seed}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
