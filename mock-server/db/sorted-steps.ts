import type { Steps } from '../../scenarios/steps.ts'

type Compare<T> = (a: T, b: T) => number

/** How many are sorted or merged in a step. */
const RUN = 256

/** As `toSorted`, in steps; what is in order already is found to be. */
export function* sortedInSteps<T>(items: readonly T[], compare: Compare<T>): Steps<T[]> {
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += RUN) {
    runs.push(items.slice(at, at + RUN).toSorted(compare))
    yield
  }
  while (runs.length > 1) {
    const longer: T[][] = []
    for (let at = 0; at < runs.length; at += 2)
      longer.push(yield* merged(runs[at] ?? [], runs[at + 1] ?? [], compare))
    runs = longer
  }
  return runs[0] ?? []
}

function* merged<T>(a: T[], b: T[], compare: Compare<T>): Steps<T[]> {
  const rest = { a: 0, b: 0 }
  const all: T[] = []
  while (rest.a < a.length && rest.b < b.length) {
    // Both stand before the end, so the last of the one is there too.
    const [first, second, last] = [a[rest.a], b[rest.b], a.at(-1)] as [T, T, T]
    if (compare(last, second) <= 0) break
    all.push(compare(first, second) <= 0 ? (rest.a++, first) : (rest.b++, second))
    if (all.length % RUN === 0) yield
  }
  return all.concat(a.slice(rest.a), b.slice(rest.b))
}
