/** A longer timer would fire at once. */
const LONGEST_MS = 2 ** 31 - 1

/** Milliseconds as timers take them: whole, and no longer than they can be. */
export const timerMs = (ms: number): number => Math.min(Math.ceil(ms), LONGEST_MS)
