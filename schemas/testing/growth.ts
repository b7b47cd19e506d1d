/** Larger inputs are so many times as long. */
const TIMES = 128

/** What is told apart: work that grows with the length takes about 128 times as long, with its square 16,384 times. */
export const LINEAR = 2000

/**
 * How many times as long work takes on an input that is 128 times as long. The best of five each, so that a busy machine
 * tells the same.
 */
export function growth(work: (length: number) => void, length: number): number {
  work(length)
  return best(() => work(length * TIMES)) / best(() => work(length))
}

const best = (work: () => void): number => Math.min(...Array.from({ length: 5 }, () => timeOf(work)))

function timeOf(work: () => void): number {
  const before = performance.now()
  work()
  return performance.now() - before
}
