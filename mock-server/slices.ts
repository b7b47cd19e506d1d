/** How long a slice keeps everybody else waiting, in milliseconds. */
const SLICE_MS = 4

/** Steps of how many are made before the clock is looked at. */
const STEPS = 4

/**
 * Does long work, given as short steps, a slice at a time; others are answered in between.
 * @param allowed when the next slice is made: in its turn, or where nobody waits for the work, when there is no other
 */
export async function inSlices<R>(steps: Iterator<void, R>, allowed = turn): Promise<R> {
  for (;;) {
    await allowed()
    const until = performance.now() + SLICE_MS
    do
      for (let step = 0; step < STEPS; step++) {
        const { done, value } = steps.next()
        if (done) return value
      }
    while (performance.now() < until)
  }
}

/** Who waits for the next slice, the longest first. */
const waiting: (() => void)[] = []

/** Whose work nobody waits for. */
const idling: (() => void)[] = []

/** How many are at work that somebody waits for, though not for a slice all the time. */
let atWork = 0

let isDue = false

/** Resolves when it is one's turn. One slice is made in a round of the event loop, however much there is to do. */
export const turn = (): Promise<void> => turnOf(waiting)

/** Resolves in a round in which nobody else makes a slice. */
export const idle = (): Promise<void> => turnOf(idling)

/** Does work that waits for a disk between its slices, and keeps off what nobody waits for: a slice of that takes longer than the disk. */
export async function withoutIdle<R>(work: () => Promise<R>): Promise<R> {
  atWork++
  try {
    return await work()
  } finally {
    atWork--
    beDue()
  }
}

function turnOf(queue: (() => void)[]): Promise<void> {
  return new Promise((resolve) => {
    queue.push(resolve)
    beDue()
  })
}

function beDue(): void {
  if (isDue || waiting.length + (atWork > 0 ? 0 : idling.length) === 0) return
  isDue = true
  setImmediate(next)
}

function next(): void {
  isDue = false
  const resolve = waiting.shift() ?? (atWork > 0 ? undefined : idling.shift())
  resolve?.()
  beDue()
}

/** Work in short steps: done in slices, or at once by whoever cannot wait. */
export class Slices {
  readonly #steps: Iterator<void>
  #isDone = false
  #running: Promise<void> | undefined

  constructor(steps: Iterator<void>) {
    this.#steps = steps
  }

  /** Resolves when all is done; undefined where it is. What a step throws is thrown. */
  run(): Promise<void> | undefined {
    return this.#isDone ? undefined : (this.#running ??= inSlices(this))
  }

  /** Does what is left. */
  finish(): void {
    while (!this.#isDone) this.next()
  }

  /** One step, by whoever comes to it. */
  next(): IteratorResult<void, void> {
    if (!this.#isDone) this.#isDone = this.#steps.next().done === true
    return { done: this.#isDone, value: undefined }
  }
}
