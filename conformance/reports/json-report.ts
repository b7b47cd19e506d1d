import { CLAUSE_IDS } from '../../schemas/clauses.ts'
import { QUESTION_KEYS } from '../../schemas/questions.ts'
import type { ConformanceReport, ReportCounterexample, ReportVerdict } from '../../schemas/types.ts'
import type { RunResult } from '../judge/result.ts'
import type { Failure, Verdict } from '../judge/verdict.ts'
import type { Exchange } from '../server/client/exchange.ts'
import { masker, secretsOf, signaturesIn } from '../server/client/mask.ts'
import type { Target } from '../server/target.ts'
import { causedBy } from './causes.ts'
import { orderWarnings } from './effects-lines.ts'
import { concluded, type Demands } from './conclusion.ts'
import { excerptOf } from './excerpt.ts'
import type { PersonalMask } from './personal-mask.ts'
import { reportMask, unmasked, withoutPersonalData, withoutRecipients } from './personal-report.ts'
import { Pseudonyms } from './pseudonyms.ts'
import { derivedRun, VERSION, type RunHead } from './run-head.ts'
import { maskedWithin, shownCurl, shownExchange, type Mask } from './shown-exchange.ts'
import { shownValues } from './shown-values.ts'

/** Characters of an answer's body that are shown. */
const COUNTEREXAMPLE_LENGTH = 20_000
const EVIDENCE_LENGTH = 2_000

/** Data of a report that is not in the result of the run. */
export interface About {
  head?: Pick<RunHead, 'run' | 'selection' | 'shard' | 'aim'>
  demands?: Demands
  /** Show personal data of the store. */
  full_data?: boolean
  /** Names of personal values, shared by reports that are merged. */
  pseudonyms?: Pseudonyms
}

/** Masks for the secrets and the personal data of a report. */
interface Masks {
  readonly secrets: Mask
  readonly personal: PersonalMask
}

/**
 * Returns the JSON report of a run, without secrets. All other reports are generated from it.
 * @param notes what else the reader should know, in whole sentences
 */
export function jsonReport(
  result: RunResult,
  notes: readonly string[] = [],
  { head = headOf(result), demands, full_data = false, pseudonyms = pseudonymsOf(head) }: About = {},
): ConformanceReport {
  const { target, seed } = result
  const causes = causedBy(result.verdicts)
  const exchanges = exchangesOf(result)
  const secrets = masker([...secretsOf(target), ...exchanges.flatMap(signaturesIn)])
  const personal = full_data
    ? unmasked
    : reportMask(withoutRecipients(result.personal, target), exchanges, pseudonyms)
  const masks = { secrets, personal }
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
    ...(result.marker !== null && { marker: result.marker }),
    conforms: false,
    ...(result.stopped !== null && { stopped: result.stopped }),
    verdicts: result.verdicts.map((verdict) => ({
      ...reportVerdict(verdict, target, seed, masks),
      ...causeOf(verdict, causes),
    })),
    dialect: fromObservations(result, ({ value }) => value),
    evidence: fromObservations(result, ({ evidence }) =>
      evidence.map((exchange) => shownExchange(exchange, target, EVIDENCE_LENGTH, personal)),
    ),
    unobserved: { ...result.unobserved },
    ...(Object.keys(result.assumed).length > 0 && { assumed: { ...result.assumed } }),
    ...(result.effects && { effects: result.effects }),
    left_behind: [...result.left_behind],
    ...(result.target_mistakes.length > 0 && { target_mistakes: [...result.target_mistakes] }),
    notes: [...(result.advice ?? []), ...notes, ...orderWarnings(result.effects)],
  }
  return maskedWithin(withoutPersonalData(concluded(report, demands), personal), secrets)
}

const pseudonymsOf = ({ shard }: Pick<RunHead, 'shard'>) => new Pseudonyms(shard?.split('/')[0])

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

function reportVerdict(verdict: Verdict, target: Target, seed: number, masks: Masks): ReportVerdict {
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
    ...(failure && { counterexample: counterexample(failure, target, seed, masks) }),
  }
}

const causeOf = (
  { clause }: Verdict,
  causes: ReadonlyMap<string, string>,
): Pick<ReportVerdict, 'caused_by'> => {
  const caused_by = causes.get(clause)
  return caused_by === undefined ? {} : { caused_by }
}

function counterexample(failure: Failure, target: Target, seed: number, masks: Masks): ReportCounterexample {
  const shown = shownValues(failure)
  const personal: Mask = (text) => masks.personal(text, shown)
  const mask: Mask = (text) => masks.secrets(personal(text))
  const { expected, got, exchanges, steps, check, file, field, replay, perhaps } = failure
  const begin = Math.min(...exchanges.map(({ started_at }) => started_at))
  const found = {
    message: failure.message ?? check,
    expected,
    got,
    exchanges: exchanges.map((exchange) => ({
      ...shownExchange(exchange, target, COUNTEREXAMPLE_LENGTH, personal),
      after_ms: Math.round(exchange.started_at - begin),
    })),
    ...(steps && { steps: steps.map((step) => ({ ...step })) }),
    curl: exchanges.map(({ request }) => shownCurl(request, target, mask)),
    ...(field !== undefined && {
      ...excerptOf(maskedWithin(exchanges.at(-1)?.response.json, mask), field),
    }),
    ...(replay && { values: replay.counterexample }),
    ...(perhaps !== undefined && { perhaps }),
  }
  return {
    ...maskedWithin(found, personal),
    check,
    file,
    seed,
    path: replay?.path ?? '',
    ...(field !== undefined && { field }),
    ...(replay && { property: replay.property, confirmed: replay.confirmed }),
  }
}
