import fc from 'fast-check'
import { OPERATIONS } from '../../schemas/operations.ts'
import { differences, type Comparison, type Difference } from '../compare/differences.ts'
import { isSuccess } from '../server/client/exchange.ts'
import type { Both } from './both.ts'
import { BulkActions } from './bulk-actions.ts'
import { comparable } from './comparable.ts'
import { subjectsOf } from './explain.ts'
import type { MadeInvoice, Move, Subject } from './move.ts'
import { sequences } from './sequences.ts'
import { ODD_SEQUENCES } from './odd-moves.ts'
import { isQuestion } from '../../schemas/questions.ts'
import { Play, type Step } from './play.ts'

/** Two answers to the same request differ, and what says how they should be. */
export interface Found {
  subjects: readonly Subject[]
  differences: readonly Difference[]
  /** The steps that led to it; the last one's answers are those that differ. */
  steps: readonly Step[]
  /** How often it happened when tried again: `2 of 2`. */
  confirmed: string
}

/** Requests are dear: no more than this many sequences are tried to make one smaller. */
const SHRINK_TRIES = 20
const REPLAYS = 2
/** What is found beyond that is more of the same, as a rule. */
const MOST_FOUND = 40
/** Two clocks may be apart, and two answers. */
const SLACK_MS = 5 * 60_000
const HEADERS = ['content-type', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/** The first differences in a sequence, all of one step and one subject. */
type First = Omit<Found, 'confirmed'>

/** Looks for what two servers answer otherwise; each difference is found once. */
export class Search {
  readonly found: Found[] = []
  /** Requests that were answered by both. */
  compared = 0
  readonly #both: Both
  readonly #bulkActions: BulkActions
  readonly #comparison: Comparison
  readonly #invoices: MadeInvoice[] = []
  readonly #known = new Set<string>()

  constructor(both: Both) {
    this.#both = both
    this.#bulkActions = new BulkActions(both)
    this.#comparison = { counterparts: both.counterparts, slack_ms: SLACK_MS, headers: HEADERS }
  }

  /** The invoices that both made of orders that are not alike: of them no value is compared. */
  get unlike(): readonly MadeInvoice[] {
    return this.#invoices.filter(({ alike }) => !alike)
  }

  /** Plays what is odd once each, then as many random sequences as asked for. */
  async look(runs: number, seed: number): Promise<void> {
    for (const sequence of ODD_SEQUENCES) await this.#lookAt(sequence)
    for (let left = runs; left > 0 && this.found.length < MOST_FOUND;)
      left -= await this.#lookAtRandom(left, seed + left)
  }

  async #lookAt(sequence: readonly Move[]): Promise<void> {
    for (;;) {
      const first = await this.#play(sequence)
      if (first === null || this.found.length === MOST_FOUND) return
      await this.#add(first, sequence)
    }
  }

  /** Random sequences until one shows a difference, which is made smaller. Answers how many were played. */
  async #lookAtRandom(runs: number, seed: number): Promise<number> {
    let last: { first: First; sequence: readonly Move[] } | undefined
    let tries = 0
    const property = fc.asyncProperty(sequences, async (sequence) => {
      if (last && tries++ >= SHRINK_TRIES) return true
      const first = await this.#play(sequence)
      if (first !== null) last = { first, sequence }
      return first === null
    })
    const { numRuns } = await fc.check(property, { seed, numRuns: runs })
    if (last) await this.#add(last.first, last.sequence)
    return Math.max(1, numRuns)
  }

  async #add(first: First, sequence: readonly Move[]): Promise<void> {
    const shortest = await this.#withoutTheIdle(first, sequence)
    let again = 0
    let last = first
    for (let replay = 0; replay < REPLAYS; replay++) {
      const one = await this.#play(shortest)
      if (one === null || keyOf(one) !== keyOf(first)) continue
      again++
      last = one
    }
    this.#known.add(keyOf(first))
    this.found.push({ ...last, confirmed: `${again} of ${REPLAYS}` })
  }

  /** The sequence up to the difference, without the moves that it needs not. */
  async #withoutTheIdle(first: First, sequence: readonly Move[]): Promise<readonly Move[]> {
    const end = sequence.findIndex((move) => move === first.steps.at(-1)?.move) + 1
    let needed = sequence.slice(0, end)
    for (const move of needed.slice(0, -1)) {
      const fewer = needed.filter((one) => one !== move)
      if (keyOf(await this.#play(fewer)) === keyOf(first)) needed = fewer
    }
    return needed
  }

  /** Plays a sequence up to the first difference that is not known. */
  async #play(sequence: readonly Move[]): Promise<First | null> {
    const play = new Play(this.#both, this.#invoices)
    const steps: Step[] = []
    try {
      for (const move of sequence) {
        const step = await play.make(move)
        if (step === null) continue
        this.compared++
        steps.push(step)
        const told = this.#bulkActions.follows(step) ? [] : this.#told(steps, step, play)
        this.#bulkActions.note(step)
        const news = told.find((one) => !this.#known.has(keyOf(one)))
        if (news) return news
        if (told.some(partsThem)) return null
      }
      return null
    } finally {
      await play.tidy()
    }
  }

  /** The differences of a step, together where they have one subject. */
  #told(steps: readonly Step[], step: Step, play: Play): First[] {
    const told = new Map<string, First>()
    for (const difference of this.#differencesOf(step, play)) {
      const one = { subjects: subjectsOf(difference, step, play), differences: [difference], steps }
      const key = keyOf(one)
      told.set(key, { ...one, differences: [...(told.get(key)?.differences ?? []), difference] })
    }
    return [...told.values()]
  }

  #differencesOf(step: Step, play: Play): Difference[] {
    const [here, there] = comparable(step, play)
    return differences(here, there, this.#comparison)
  }
}

/** Names what differs: a question once; what a clause says, at each place where it is broken. */
function keyOf(first: First | null): string {
  const [difference] = first?.differences ?? []
  const step = first?.steps.at(-1)
  if (!first || !difference || !step) return ''
  const [subject] = first.subjects
  if (subject !== undefined && isQuestion(subject)) return subject
  const [mine, theirs] = step.answers.map(isSuccess)
  const where = mine === theirs ? difference.where.replaceAll(/\.\d+(?=\.|$)/g, '') : 'refused by one'
  return `${subject} ${step.operation} ${where}`
}

/** Differences that leave what both hold the same: it is only told otherwise. */
const SAME_STATE =
  /^(format|status|errors|rate|body|meta|output|pagination|filters)\.|^(nullable|numbering|list\.order|pdf\.url_location|customers\.addresses_on_write)$/

/** From here on what is asked of the one is not what is asked of the other. */
function partsThem({ subjects: [subject], steps }: First): boolean {
  const operation = steps.at(-1)?.operation
  return (
    operation !== undefined && OPERATIONS[operation].method !== 'GET' && !SAME_STATE.test(String(subject))
  )
}
