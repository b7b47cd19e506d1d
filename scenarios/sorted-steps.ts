import type { Steps } from './steps.ts'

type Compare<T> = (a: T, b: T) => number

/** How many are sorted or merged in a step. */
const RUN = 1024

/** As `toSorted`, in steps; of what is nearly in order little is compared. */
export function* sortedInSteps<T>(items: readonly T[], compare: Compare<T>): Steps<T[]> {
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += RUN) {
    runs.push(items.slice(at, at + RUN).toSorted(compare))
    yield
  }
  while (runs.length > 1) {
    const longer: T[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      longer.push(yield* joined(runs[at] ?? [], runs[at + 1] ?? [], compare))
      yield
    }
    runs = longer
  }
  return runs[0] ?? []
}

/** Both in one: what of the first comes before all of the second stays where it is, and what comes after all of the first. */
function* joined<T>(a: T[], b: T[], compare: Compare<T>): Steps<T[]> {
  const [last, first] = [a.at(-1), b[0]]
  if (last === undefined || first === undefined) return a.concat(b)
  const from = placeIn(a, (each) => compare(each, first) > 0)
  const to = placeIn(b, (each) => compare(last, each) <= 0)
  const between = yield* merged(a.slice(from), b.slice(0, to), compare)
  return a.slice(0, from).concat(between, b.slice(to))
}

/** How many stand before the first for which `holds`, which holds for all that follow it too. */
export function placeIn<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    // It stands between two places that there are.
    if (holds(items[middle] as T)) high = middle
    else low = middle + 1
  }
  return low
}

function* merged<T>(a: T[], b: T[], compare: Compare<T>): Steps<T[]> {
  const rest = { a: 0, b: 0 }
  const all: T[] = []
  while (rest.a < a.length && rest.b < b.length) {
    // Both stand before the end.
    const [first, second] = [a[rest.a], b[rest.b]] as [T, T]
    all.push(compare(first, second) <= 0 ? (rest.a++, first) : (rest.b++, second))
    if (all.length % RUN === 0) yield
  }
  return all.concat(a.slice(rest.a), b.slice(rest.b))
}
