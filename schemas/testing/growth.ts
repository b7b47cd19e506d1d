/** Larger inputs are so many times as long. */
const TIMES = 8

/**
 * How many times as long work takes on an input that is eight times as long: about 8 where it grows with the length, 64
 * where it grows with its square. The processor's time counts, the best of three, so that a busy machine tells the same.
 */
export function growth(work: (length: number) => void, length: number): number {
  work(length)
  return best(() => work(length * TIMES)) / best(() => work(length))
}

const best = (work: () => void): number => Math.min(...Array.from({ length: 3 }, () => cpuTime(work)))

function cpuTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return Math.max(1, user + system)
}
