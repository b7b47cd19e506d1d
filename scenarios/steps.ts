/** Long work in short steps, so that whoever does it can do something else in between. */
export type Steps<R> = Generator<void, R, void>

/** What `make` makes of each item, a step for each. */
export function* each<T, R>(items: Iterable<T>, make: (item: T, index: number) => R): Steps<R[]> {
  const made: R[] = []
  for (const item of items) {
    made.push(make(item, made.length))
    yield
  }
  return made
}

/** All that `find` finds of the items, a step for each. */
export function* found<T, R>(items: Iterable<T>, find: (item: T, index: number) => readonly R[]): Steps<R[]> {
  const all: R[] = []
  let index = 0
  for (const item of items) {
    for (const one of find(item, index++)) all.push(one)
    yield
  }
  return all
}

/** The values that items have, a step for each item. */
export function* setOf<T, V>(items: Iterable<T>, valueOf: (item: T) => V): Steps<Set<V>> {
  const values = new Set<V>()
  for (const item of items) {
    values.add(valueOf(item))
    yield
  }
  return values
}

/** What comes of the work, done at once. */
export function resultOf<R>(steps: Steps<R>): R {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
