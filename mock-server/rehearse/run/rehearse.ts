import { differenceOf } from '../judging/difference.ts'
import { repeatedIn } from '../judging/repeated.ts'
import { isAbout, isTouched, shownBy } from '../judging/touched.ts'
import { verdictOf, type Attempt, type Judged } from '../judging/verdict.ts'
import { combinations } from '../variations/combinations.ts'
import { allVariations } from '../variations/parts.ts'
import { pairs } from '../variations/pairs.ts'
import { chosen, type Selection, type Untouched } from '../variations/selection.ts'
import type { Variation } from '../variations/variation.ts'
import { firstRun, type FirstRun } from './first-run.ts'
import { inLanes } from './lanes.ts'
import type { RehearseOptions } from './options.ts'
import { Pace } from './pace.ts'
import { perform, type Performance } from './perform.ts'
import { Blemishes, type Blemish } from './blemishes.ts'

/** What came of a rehearsal. */
export interface Rehearsal {
  readonly first: FirstRun
  /** What a run might take, in milliseconds. */
  readonly timeout_ms: number
  readonly judged: readonly Judged[]
  readonly untouched: readonly Untouched[]
  /** In what the requests of all runs broke the contract. */
  readonly blemishes: readonly Blemish[]
  readonly notes: readonly string[]
  /** Why it ended early; null where it did not. */
  readonly stopped: string | null
  /** What failed when it was run as things are once more, after what was not survived; null where nothing did. */
  readonly doubt: Performance['ran'] | null
}

/** Seed of the combinations unless another is given: the mock's own. */
const SEED = 1

/** A run may take so many times as long as the first, and at least so long. */
const SLOWER = 10
const LEAST_MS = 30_000

/** Runs the command again and again, each time against a mock that answers otherwise. @throws Unfit, UsageError */
export async function rehearse(options: RehearseOptions): Promise<Rehearsal> {
  const first = await firstRun(options)
  const { tried, untouched } = chosen(allVariations(first.base), options.selection, first.shown)
  const timeout_ms = options.timeout_ms ?? Math.max(LEAST_MS, first.ms * SLOWER)
  const run = new Run(options, first, timeout_ms)
  const alone = await run.all(tried)
  const held = alone.filter(isHeld)
  const paired = pairs(first.base, first.shown, held.filter(isOf(options.selection)))
  const seed = options.setting.seed ?? SEED
  const combined = combinations(options.random, held.map(variationOf), seed)
  const judged = [...alone, ...(await run.all(paired)), ...(await run.all(combined))]
  const { stopped } = run
  const doubt = stopped === null && judged.some(isFailing) ? await run.control() : null
  const notes = options.expectations.notes(judged)
  const left = untouched.filter(({ variation }) => !isIn(paired, variation))
  return { first, timeout_ms, judged, untouched: left, blemishes: run.blemishes.all, notes, stopped, doubt }
}

/** Whether a group that is wanted as a whole has it; what is wanted by name is tried as it is named. */
const isOf =
  (selection: Selection) =>
  ({ variation }: Judged): boolean =>
    selection === null || selection.groups.has(variation.group)

/** Whether it is a part of one of them. */
const isIn = (variations: readonly Variation[], { name }: Variation): boolean =>
  variations.some(({ parts }) => parts.some((part) => part.name === name))

const isHeld = ({ verdict }: Judged): boolean => verdict.kind === 'survived'

const variationOf = ({ variation }: Judged): Variation => variation

const isFailing = ({ verdict }: Judged): boolean => verdict.kind === 'not_survived'

class Run {
  readonly #options: RehearseOptions
  readonly #first: FirstRun
  readonly #timeout_ms: number
  readonly blemishes = new Blemishes()
  /** Ends what runs beside what was not survived, where that ends all. */
  readonly #bail = new AbortController()
  readonly #judged = new Map<Variation, Judged>()
  readonly #pace = new Pace()

  constructor(options: RehearseOptions, first: FirstRun, timeout_ms: number) {
    this.#options = options
    this.#first = first
    this.#timeout_ms = timeout_ms
    this.blemishes.add(first.traffic.requests, null)
  }

  /** Why it ended early; null as long as it did not. */
  get stopped(): string | null {
    if (this.#options.signal.aborted) return 'it was interrupted'
    return this.#bail.signal.aborted ? BAILED : null
  }

  async all(variations: readonly Variation[]): Promise<Judged[]> {
    const running = new Set<string>()
    await inLanes(this.#options.jobs, variations, async (variation) => {
      if (this.stopped !== null) return
      running.add(variation.name)
      this.#tell(variations, running)
      const begun = performance.now()
      const one = await this.#judge(variation)
      this.#pace.add(variation, performance.now() - begun)
      running.delete(variation.name)
      this.#judged.set(variation, one)
      if (this.#options.bail && isFailing(one)) this.#bail.abort()
      this.#tell(variations, running)
    })
    return variations.map((variation) => this.#judged.get(variation) ?? this.#unjudged(variation))
  }

  /** The command once more as things are; what it did where it does not pass any more. */
  async control(): Promise<Performance['ran'] | null> {
    const { ran } = await this.#perform([])
    return ran.ending.kind === 'passed' ? null : ran
  }

  async #judge(variation: Variation): Promise<Judged> {
    const { repeat, expectations } = this.#options
    const demand = expectations.demandOf(variation)
    const attempts: Attempt[] = []
    while (attempts.length < repeat) attempts.push(await this.#attempt(variation))
    const verdict = verdictOf(attempts, demand)
    const asked = new Set(attempts.flatMap((attempt) => [...attempt.asked]))
    return { variation, demand, verdict: expectations.accepted(variation, verdict), asked }
  }

  async #attempt(variation: Variation): Promise<Attempt> {
    const { ran, traffic } = await this.#perform(variation.parts)
    this.blemishes.add(traffic.requests, variation.name)
    return {
      ran,
      isTouched: isTouched(variation.parts, traffic),
      asked: shownBy(traffic).questions,
      repeated: repeatedIn(variation.parts, this.#first.traffic.requests, traffic.requests),
      difference: differenceOf(this.#first.traffic.requests, traffic, isAbout(variation.parts)),
    }
  }

  #perform(parts: Variation['parts']): Promise<Performance> {
    const signal = AbortSignal.any([this.#options.signal, this.#bail.signal])
    return perform(this.#options, { base: this.#first.base, parts }, { timeout_ms: this.#timeout_ms, signal })
  }

  #unjudged(variation: Variation): Judged {
    const demand = this.#options.expectations.demandOf(variation)
    return { variation, demand, verdict: { kind: 'not_judged', why: this.stopped ?? '' }, asked: new Set() }
  }

  #tell(variations: readonly Variation[], running: ReadonlySet<string>): void {
    const { jobs, onProgress } = this.#options
    const judged = [...this.#judged.values()]
    const failing = judged.filter(isFailing)
    const left = variations.filter((variation) => !this.#judged.has(variation))
    const work = this.#pace.of(left)
    const of = judged.length + left.length
    const left_ms = work === null ? null : work / Math.min(jobs, Math.max(1, left.length))
    onProgress({ done: judged.length, of, left_ms, running: [...running], failing })
  }
}

const BAILED = 'it was to end at the first variation that is not survived'
