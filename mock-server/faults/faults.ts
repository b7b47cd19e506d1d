import type { Fault, FaultInput } from '../../schemas/types.ts'
import { Held } from './held.ts'
import {
  StandingFault,
  type FaultCounts,
  type Fitting,
  type KeptFault,
  type OtherEffect,
} from './standing-fault.ts'

/** What is played on a request. */
export class Played {
  /** The fault that is shown for it. */
  readonly id: string
  /** How long the answer waits, in milliseconds. */
  readonly wait: number
  /** What else is wrong; null where it is late and nothing else. */
  readonly effect: OtherEffect | null
  /** Of what is random in it. */
  readonly seed: string

  constructor(shown: StandingFault, wait: number) {
    this.id = shown.kept.id
    this.wait = wait
    this.effect = shown.effect
    this.seed = shown.seed('bytes')
  }
}

/** The faults that stand, in the order in which they were added. */
export class Faults {
  #all: StandingFault[] = []
  #armed: StandingFault[] = []
  #lastNumber = 0
  /** Requests that wait for what the faults make of them. */
  readonly held = new Held()
  readonly #tell: (played: Played, request: Fitting) => void

  readonly #counts: () => FaultCounts

  /**
   * @param tell told of each that is played, before it is
   * @param counts where they count
   */
  constructor(
    kept: readonly KeptFault[] = [],
    tell: (played: Played, request: Fitting) => void = () => {},
    counts: () => FaultCounts = countsOf(new Map()),
  ) {
    this.#tell = tell
    this.#counts = counts
    this.reread(kept)
  }

  /** How many may still be played: what a request costs while there is none is to compare this with 0. */
  get armed(): number {
    return this.#armed.length
  }

  get kept(): KeptFault[] {
    return this.#all.map(({ kept }) => kept)
  }

  get shown(): Fault[] {
    return this.#all.map(({ shown }) => shown)
  }

  add({ when = {}, fault }: FaultInput): Fault {
    const standing = new StandingFault({ id: idOf(++this.#lastNumber), when, fault }, this.#counts)
    this.#all.push(standing)
    this.#armed.push(standing)
    return standing.shown
  }

  /** Whether there was one of that id to drop. */
  drop(id: string): boolean {
    const before = this.#all.length
    this.#keep((each) => each.kept.id !== id)
    return this.#all.length < before
  }

  /** Whatever stands is dropped. */
  clear(): void {
    this.#keep(() => false)
  }

  /** Puts these in the place of all that stand; they count anew. */
  replace(kept: readonly KeptFault[]): void {
    for (const { id } of [...this.kept, ...kept]) this.#counts().delete(id)
    this.reread(kept)
  }

  /** The same where another process did that: they stand where they stood there. */
  reread(kept: readonly KeptFault[]): void {
    this.#all = kept.map((each) => new StandingFault(each, this.#counts))
    this.#armed = [...this.#all]
    this.#lastNumber = Math.max(0, ...kept.map(({ id }) => numberOf(id)))
  }

  /**
   * What is played on a request, and counted. Of the faults that are due the first is, and the first latency goes
   * together with the first that is none.
   */
  meet(request: Fitting): Played | null {
    // Each counts the request, so that `after` and `share` mean the same whatever else stands.
    const due = this.#armed.filter((each) => each.isArmed && each.isDue(request))
    const late = due.find(({ effect }) => effect === null)
    const other = due.find(({ effect }) => effect !== null)
    const shown = other ?? late
    if (!shown) return null
    for (const each of [late, other]) each?.play()
    this.#armed = this.#armed.filter(({ isArmed }) => isArmed)
    const played = new Played(shown, late?.wait ?? 0)
    this.#tell(played, request)
    return played
  }

  #keep(wanted: (fault: StandingFault) => boolean): void {
    for (const each of this.#all) if (!wanted(each)) this.#counts().delete(each.kept.id)
    this.#all = this.#all.filter(wanted)
    this.#armed = this.#armed.filter(wanted)
  }
}

const countsOf = (counts: FaultCounts) => (): FaultCounts => counts

/** The faults of a scenario as they are kept. */
export const numbered = (inputs: readonly FaultInput[]): KeptFault[] =>
  inputs.map(({ when = {}, fault }, index) => ({ id: idOf(index + 1), when, fault }))

const idOf = (number: number): string => `fault-${number}`

const numberOf = (id: string): number => Number(/\d+$/.exec(id)?.[0] ?? 0)
