import { setTimeout as sleep } from 'node:timers/promises'

/** The longest timer, in milliseconds: one beyond it would fire at once. */
const LONGEST_MS = 2 ** 31 - 1

/** Milliseconds as timers take them: whole, and no longer than they can be. */
export const timerMs = (ms: number): number => Math.min(Math.ceil(ms), LONGEST_MS)

/** Waits so long, with more than one timer where one cannot be as long. @throws what aborts it */
export async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  let left = ms
  for (; left > LONGEST_MS; left -= LONGEST_MS) await sleep(LONGEST_MS, undefined, { signal })
  await sleep(left, undefined, { signal })
}
