import { LONGEST_MS } from '../../../schemas/timers.ts'

/** Milliseconds as timers take them: whole, and no longer than they can be. */
export const timerMs = (ms: number): number => Math.min(Math.ceil(ms), LONGEST_MS)
