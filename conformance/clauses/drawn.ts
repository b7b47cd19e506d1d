import type { Law } from '../judge/law.ts'

/** Which of many combinations are tried: with `of` 2 every other one, so that each of both sides comes as often. */
export interface Draw {
  readonly seed: number
  readonly of: number
}

/** With so many runs everything is tried. */
const WHOLE_RUNS = 60

/** One of so many, which the seed draws under this name. */
export const drawOf = (law: Law, name: string, of: number): Draw => ({
  seed: law.seedOf(name),
  of: law.runs < WHOLE_RUNS ? of : 1,
})

/** Whether the combination of these two is tried. */
export const isDrawn = ({ seed, of }: Draw, one: number, other = 0): boolean =>
  (seed + one + other) % of === 0
