/** The longest timer of Node, in milliseconds: one beyond it would fire at once. */
export const LONGEST_MS = 2 ** 31 - 1

/** The same in seconds. */
export const MOST_SECONDS = Math.floor(LONGEST_MS / 1000)
