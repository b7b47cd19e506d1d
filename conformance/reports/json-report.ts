import { CLAUSE_IDS } from '../../schemas/clauses.ts'
import { QUESTION_KEYS } from '../../schemas/questions.ts'
import type { ConformanceReport, ReportCounterexample, ReportVerdict } from '../../schemas/types.ts'
import type { RunResult } from '../judge/result.ts'
import type { Failure, Verdict } from '../judge/verdict.ts'
import type { Exchange } from '../server/client/exchange.ts'
import { masker, secretsOf, signaturesIn } from '../server/client/mask.ts'
import type { Target } from '../server/target.ts'
import { concluded, type Demands } from './conclusion.ts'
import { excerptOf } from './excerpt.ts'
import { derivedRun, VERSION, type RunHead } from './run-head.ts'
import { maskedWithin, shownCurl, shownExchange, type Mask } from './shown-exchange.ts'

/** Characters of an answer's body that are shown. */
const COUNTEREXAMPLE_LENGTH = 20_000
const EVIDENCE_LENGTH = 2_000

/** What a report tells of its run that the result does not know. */
export interface About {
  head?: Pick<RunHead, 'run' | 'selection' | 'shard' | 'aim'>
  demands?: Demands
}

/**
 * The report of a run, nothing secret in it. All other reports are made from it.
 * @param notes what else the reader should know, in whole sentences
 */
export function jsonReport(
  result: RunResult,
  notes: readonly string[] = [],
  { head = headOf(result), demands }: About = {},
): ConformanceReport {
  const { target, seed } = result
  const mask = masker([...secretsOf(target), ...exchangesOf(result).flatMap(signaturesIn)])
  const report: ConformanceReport = {
    target: target.base_url,
    run: head.run,
    version: VERSION,
    selection: [...head.selection],
    shard: head.shard,
    ...(head.aim !== undefined && { aim: head.aim }),
    started_at: new Date(result.started_at).toISOString(),
    duration_ms: result.duration_ms,
    requests: result.requests,
    waited_ms: Math.round(result.waited_ms),
    seed,
    conforms: false,
    ...(result.stopped !== null && { stopped: result.stopped }),
    verdicts: result.verdicts.map((verdict) => reportVerdict(verdict, target, seed, mask)),
    dialect: fromObservations(result, ({ value }) => value),
    evidence: fromObservations(result, ({ evidence }) =>
      evidence.map((exchange) => shownExchange(exchange, target, EVIDENCE_LENGTH)),
    ),
    unobserved: { ...result.unobserved },
    ...(Object.keys(result.assumed).length > 0 && { assumed: { ...result.assumed } }),
    left_behind: [...result.left_behind],
    ...(result.target_mistakes.length > 0 && { target_mistakes: [...result.target_mistakes] }),
    notes: [...(result.advice ?? []), ...notes],
  }
  return maskedWithin(concluded(report, demands), mask)
}

/** A run that was started without the command line: all that it gave a verdict on was selected. */
function headOf({ seed, verdicts }: RunResult): Pick<RunHead, 'run' | 'selection' | 'shard' | 'aim'> {
  const selection = verdicts.length === CLAUSE_IDS.length ? [] : verdicts.map(({ clause }) => clause)
  return { run: derivedRun(seed, selection), selection, shard: null }
}

function fromObservations<T>(
  { observations }: RunResult,
  show: (observation: { value: unknown; evidence: readonly Exchange[] }) => T,
): { [key: string]: T } {
  const inOrder = [...observations].toSorted(([a], [b]) => place(a) - place(b))
  return Object.fromEntries(inOrder.map(([key, observation]) => [key, show(observation)]))
}

const place = (key: string) => QUESTION_KEYS.findIndex((one) => one === key)

function exchangesOf({ verdicts, observations }: RunResult): Exchange[] {
  return [
    ...verdicts.flatMap(({ failure }) => failure?.exchanges ?? []),
    ...[...observations.values()].flatMap(({ evidence }) => evidence),
  ]
}

function reportVerdict(verdict: Verdict, target: Target, seed: number, mask: Mask): ReportVerdict {
  const { clause, section, level, outcome, says, reason, left_out, failure, requests, ms } = verdict
  return {
    clause,
    section: [...section],
    level,
    verdict: outcome,
    says,
    ...(reason !== null && { reason }),
    ...(left_out.length > 0 && { left_out: [...left_out] }),
    requests,
    ms: Math.round(ms),
    ...(failure && { counterexample: counterexample(failure, target, seed, mask) }),
  }
}

function counterexample(failure: Failure, target: Target, seed: number, mask: Mask): ReportCounterexample {
  const { expected, got, exchanges, steps, check, file, field, replay, perhaps } = failure
  const begin = Math.min(...exchanges.map(({ started_at }) => started_at))
  return {
    message: failure.message ?? check,
    expected,
    got,
    check,
    file,
    exchanges: exchanges.map((exchange) => ({
      ...shownExchange(exchange, target, COUNTEREXAMPLE_LENGTH),
      after_ms: Math.round(exchange.started_at - begin),
    })),
    ...(steps && { steps: steps.map((step) => ({ ...step })) }),
    curl: exchanges.map(({ request }) => shownCurl(request, target, mask)),
    seed,
    path: replay?.path ?? '',
    ...(field !== undefined && {
      field,
      ...excerptOf(maskedWithin(exchanges.at(-1)?.response.json, mask), field),
    }),
    ...(replay && {
      property: replay.property,
      values: replay.counterexample,
      confirmed: replay.confirmed,
    }),
    ...(perhaps !== undefined && { perhaps }),
  }
}
