/** Long work in short steps, so that whoever does it can do something else in between. */
export type Steps<R> = Generator<void, R, void>

/** Items of which each is some microseconds of work, and that are one step: to go from step to step takes its time too. */
export const FEW = 8

/** What `make` makes of each item, a step for a few. */
export function* each<T, R>(items: Iterable<T>, make: (item: T, index: number) => R): Steps<R[]> {
  const made: R[] = []
  for (const item of items) {
    made.push(make(item, made.length))
    if (made.length % FEW === 0) yield
  }
  return made
}

/** The same of items of which each is much work: a step for each. */
export function* oneByOne<T, R>(items: Iterable<T>, make: (item: T) => R): Steps<R[]> {
  const made: R[] = []
  for (const item of items) {
    made.push(make(item))
    yield
  }
  return made
}

/** All that `find` finds of the items, a step for a few. */
export function* found<T, R>(items: Iterable<T>, find: (item: T, index: number) => readonly R[]): Steps<R[]> {
  const all: R[] = []
  let index = 0
  for (const item of items) {
    for (const one of find(item, index++)) all.push(one)
    if (index % FEW === 0) yield
  }
  return all
}

/** The values that items have, a step for a few. */
export function* setOf<T, V>(items: Iterable<T>, valueOf: (item: T) => V): Steps<Set<V>> {
  const values = new Set<V>()
  let taken = 0
  for (const item of items) {
    values.add(valueOf(item))
    if (++taken % FEW === 0) yield
  }
  return values
}

/** Items by their keys, a step for a few. */
export function* mapOf<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Steps<Map<K, T>> {
  const byKey = new Map<K, T>()
  for (const item of items) {
    byKey.set(keyOf(item), item)
    if (byKey.size % FEW === 0) yield
  }
  return byKey
}

/** What comes of the work, done at once. */
export function resultOf<R>(steps: Steps<R>): R {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
