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

/** What comes of the work, done at once. */
export function resultOf<R>(steps: Steps<R>): R {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
