import type { Dialect } from '../../../schemas/dialect.ts'
import type { Ran } from '../running/run-command.ts'
import { shownBy, type Traffic } from '../judging/touched.ts'
import type { Shown } from '../variations/shown.ts'
import { inWords } from '../judging/in-words.ts'
import type { RehearseOptions } from './options.ts'
import { perform, type Performance } from './perform.ts'

/** How the command does against the mock as it is: what all else is measured by. */
export interface FirstRun {
  readonly traffic: Traffic
  readonly shown: Shown
  readonly base: Dialect
  /** The longest of its runs. */
  readonly ms: number
}

/** Nothing can be learned of a command that does not pass as things are. */
export class Unfit extends Error {
  /** What it printed last; null where that tells nothing. */
  readonly ran: Ran | null
  /** Whether a person ended it. */
  readonly isAskedFor: boolean

  constructor(message: string, ran: Ran | null) {
    super(message)
    this.ran = ran
    this.isAskedFor = ran?.ending.kind === 'interrupted'
  }
}

/** How long the first run may take unless it is told. */
const PATIENCE_MS = 600_000

/** Twice at least: what passes and fails by chance would be taken for a weakness. */
const LEAST_RUNS = 2

/** Runs the command against the mock as it is. @throws Unfit, UsageError */
export async function firstRun(options: RehearseOptions): Promise<FirstRun> {
  const limits = { timeout_ms: options.timeout_ms ?? PATIENCE_MS, signal: options.signal }
  const runs: Performance[] = []
  while (runs.length < Math.max(LEAST_RUNS, options.repeat)) {
    const run = await perform(options, { base: null, parts: [] }, limits)
    refuseUnfit(run, runs.length)
    runs.push(run)
  }
  return summed(runs)
}

function summed(runs: readonly Performance[]): FirstRun {
  const [first] = runs
  if (!first) throw new Error('The command was run, and no run is there')
  const shown = runs.map(({ traffic }) => shownBy(traffic))
  return {
    traffic: first.traffic,
    base: first.dialect,
    ms: Math.max(...runs.map(({ ran }) => ran.ms)),
    shown: {
      questions: new Set(shown.flatMap(({ questions }) => [...questions])),
      calls: new Set(shown.flatMap(({ calls }) => [...calls])),
      bodies: new Set(shown.flatMap(({ bodies }) => [...bodies])),
    },
  }
}

function refuseUnfit({ ran, traffic }: Performance, before: number): void {
  if (ran.ending.kind === 'interrupted') throw new Unfit('It was interrupted in the first run.', ran)
  if (ran.ending.kind !== 'passed')
    throw new Unfit(
      before === 0
        ? `The command ${inWords(ran.ending)} against the mock as it is, so that nothing can be told of what is otherwise.`
        : `The command passed, and ${inWords(ran.ending)} when it was run once more against the same mock, filled anew: it passes and fails by chance, or by what its first run left.`,
      ran,
    )
  if (traffic.requests.length === 0) throw new Unfit('The command passed, and sent the mock no request.', ran)
  if (traffic.requests.every(({ operation }) => operation === null)) throw new Unfit(strange(traffic), ran)
}

function strange({ requests: [first] }: Traffic): string {
  return `The command passed, and none of its requests fits an operation of the API (${first?.method} ${first?.path}): is the base URL put together rightly?`
}
