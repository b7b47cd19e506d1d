import { createRequire } from 'node:module'
import { stripVTControlCharacters } from 'node:util'
import { cut } from '../../../schemas/printing/plain-text.ts'
import type { RehearsalReport, RehearsalVariation, Seen } from '../../../schemas/types.ts'
import { DEFAULT_SEED } from '../../mock.ts'
import type { Difference, FieldDifference } from '../judging/difference.ts'
import { failureInWords, inWords } from '../judging/in-words.ts'
import type { Failure, Judged, Verdict } from '../judging/verdict.ts'
import type { FirstRun } from '../run/first-run.ts'
import type { Rehearsal } from '../run/rehearse.ts'
import type { Untouched } from '../variations/selection.ts'
import type { Variation } from '../variations/variation.ts'
import { basisOf } from './basis.ts'
import { byHand, repeatLine, type Started } from './by-hand.ts'
import { concluded, OUTCOMES, type Score } from './conclusion.ts'
import { excerpt } from './excerpt.ts'
import { fateOf, type Fate } from './fate.ts'

const { version }: { version: string } = createRequire(import.meta.url)('invoicing-kit/package.json')

/** What is known of a rehearsal before it begins. */
export interface Head extends Started {
  jobs: number
  repeat: number
  /** Milliseconds since 1970. */
  started_at: number
}

/** What was learned; or why nothing was, with the end of the output that shows it. */
export type Learned = Rehearsal | { reason: string; output: string | null }

/** All that other reports print. */
export function reportOf(head: Head, learned: Learned): RehearsalReport {
  const { reason, output } = 'first' in learned ? doubtOf(learned) : learned
  const variations = 'first' in learned ? variationsOf(learned, head) : []
  const score = scoreOf(variations)
  const { command, scenario = 'default', seed = DEFAULT_SEED, jobs, repeat, started_at } = head
  return {
    command: [...command],
    scenario,
    seed,
    version,
    started_at: new Date(started_at).toISOString(),
    duration_ms: Date.now() - started_at,
    ...concluded(score, reason, variations.filter(({ ended }) => ended === 'failed').length),
    ...(reason !== undefined && { reason }),
    ...(output && { output: shortened(output) }),
    jobs,
    repeat,
    score,
    ...('first' in learned ? learnedOf(learned) : { violations: [], notes: [] }),
    variations,
  }
}

/** What was not survived may have failed by itself, when the command does not pass as things are any more. */
const doubtOf = ({ doubt }: Rehearsal) =>
  doubt === null
    ? { reason: undefined, output: null }
    : {
        reason: `In the end the command ${inWords(doubt.ending)} against the mock as it is, which it had passed before: what it did not survive it may have failed by itself.`,
        output: doubt.output,
      }

function learnedOf({ first, timeout_ms, blemishes, notes, stopped }: Rehearsal) {
  return {
    ...(stopped !== null && { stopped }),
    timeout_ms,
    first: firstOf(first),
    violations: blemishes.map((blemish) => ({ ...blemish })),
    coverage: first.traffic.coverage,
    notes: [...notes],
  }
}

const firstOf = ({ ms, traffic, shown }: FirstRun): NonNullable<RehearsalReport['first']> => ({
  ms,
  requests: traffic.requests.length,
  calls: [...shown.calls],
  questions: [...shown.questions],
})

const variationsOf = ({ judged, untouched }: Rehearsal, head: Head): RehearsalVariation[] => [
  ...judged.map((each) => judgedOf(each, head)),
  ...untouched.map(untouchedOf),
]

function scoreOf(variations: readonly RehearsalVariation[]): Score {
  const counts = OUTCOMES.map((outcome) => [
    outcome,
    variations.filter(({ verdict }) => verdict === outcome).length,
  ])
  // One for each outcome.
  return Object.fromEntries(counts) as Score
}

const headOf = (variation: Variation) => {
  const { name, group, demand, says } = variation
  return { name, group, demand, says, basis: basisOf(variation) }
}

const untouchedOf = ({ variation, why }: Untouched): RehearsalVariation => ({
  ...headOf(variation),
  verdict: 'not_touched',
  reason: why,
})

const judgedOf = ({ variation, demand, verdict }: Judged, head: Head): RehearsalVariation => ({
  ...headOf(variation),
  demand,
  verdict: verdict.kind,
  ...detailsOf(verdict, variation, head),
})

function detailsOf(verdict: Verdict, variation: Variation, head: Head): Partial<RehearsalVariation> {
  switch (verdict.kind) {
    case 'survived':
      return { ended: verdict.how === 'passed' ? 'passed' : 'failed', ms: verdict.ms }
    case 'not_survived':
      return { ms: verdict.failure.ran.ms, failure: failureOf(verdict.failure, variation, head) }
    case 'accepted': {
      const failure = failureOf(verdict.failure, variation, head)
      return { reason: verdict.why, ms: verdict.failure.ran.ms, failure }
    }
    default:
      return { reason: verdict.why }
  }
}

/** What of an output stands in the report, in lines, and of a body, in characters. */
const MOST_LINES = 100
const MOST_BODY = 2000

type ReportedFailure = NonNullable<RehearsalVariation['failure']>

function failureOf(failure: Failure, variation: Variation, head: Head): ReportedFailure {
  const { kind, ran, difference, failed, of } = failure
  return {
    kind,
    says: failureInWords(failure),
    failed,
    of,
    ...(difference && { differed: differenceOf(difference) }),
    output: shortened(ran.output),
    repeat: repeatLine(variation, head),
    by_hand: byHand(variation, head),
  }
}

/** What of an output tells most, without what colours a terminal. */
const shortened = (output: string): string => excerpt(stripVTControlCharacters(output), MOST_LINES).join('\n')

function differenceOf({ now, first, at, effect }: Difference): NonNullable<ReportedFailure['differed']> {
  const fate = fateOf(effect, now)
  const differs = fate ? fateText(fate, first) : at && fieldText(at)
  return {
    request: `${now.method} ${now.path}${queryOf(now)}`,
    body: now.body === null ? '' : bodyText(now.body),
    first: first === null ? 'the request was not sent' : answerText(first, null),
    now: answerText(now, fate),
    ...(differs !== null && { at: differs }),
  }
}

const fateText = ({ says }: Fate, first: Seen | null): string =>
  first === null ? `${says} here` : `answered ${first.answer.status} in the first run; here ${says}`

const MOST_VALUE = 60

const fieldText = ({ path, first, now }: FieldDifference): string =>
  `${path}: ${valueText(first)} in the first run, ${valueText(now)} here`

const valueText = (value: unknown): string =>
  value === undefined ? 'missing' : cut(JSON.stringify(value), MOST_VALUE)

function queryOf({ query }: Seen): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) parameters.append(name, one)
  return parameters.size === 0 ? '' : `?${parameters}`
}

function answerText({ answer: { status, body } }: Seen, fate: Fate | null): string {
  if (status === null) return fate?.says ?? 'no answer: the connection ended'
  const text = body === null ? '' : bodyText(body)
  return `${status} ${fate?.came(text) ?? text}`.trim()
}

const bodyText = (body: unknown): string =>
  cut(typeof body === 'string' ? body : JSON.stringify(body), MOST_BODY)
