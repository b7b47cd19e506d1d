import { readFileSync } from 'node:fs'

/** Larger inputs are so many times as long. */
const TIMES = 128
/** Work is repeated for so long that clocks which tick in milliseconds tell it well. */
const ENOUGH_MS = 30

/** What is told apart: work that grows with the length takes about 128 times as long, with its square 16,384 times. */
export const LINEAR = 2000

/** How many times as long work takes on an input that is 128 times as long. */
export function growth(work: (length: number) => void, length: number): number {
  work(length)
  const short = cost(() => work(length))
  return cost(() => work(length * TIMES)) / short
}

/** Milliseconds that work takes, as the mean of twice as many runs each time until they take long enough. */
function cost(work: () => void): number {
  for (let runs = 1; ; runs *= 2) {
    const before = worked()
    for (let run = 0; run < runs; run++) work()
    const ms = worked() - before
    if (ms >= ENOUGH_MS) return ms / runs
  }
}

/** How long this thread has worked, in milliseconds, so that a busy machine tells the same; where no file tells, the time. */
function worked(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}
