import { isQuestion } from '../../schemas/questions.ts'
import { plural } from '../../schemas/printing/plain-text.ts'
import type {
  DiffReport,
  DiffReportClause,
  DiffReportDifference,
  DiffReportValue,
} from '../../schemas/types.ts'
import type { Difference } from '../compare/differences.ts'
import type { Verdict } from '../judge/verdict.ts'
import type { PersonalMask } from '../reports/personal-mask.ts'
import { reportMask, unmasked } from '../reports/personal-report.ts'
import { Pseudonyms } from '../reports/pseudonyms.ts'
import { maskedWithin, shownCurl, shownExchange, type Mask } from '../reports/shown-exchange.ts'
import { isPersonal } from '../reports/shown-values.ts'
import { masker, secretsOf, signaturesIn } from '../server/client/mask.ts'
import type { DiffResult, JudgedClause } from './diff.ts'
import type { Subject } from './move.ts'
import type { Found } from './search.ts'

/** Characters of an answer's body that are shown. */
const SHOWN_LENGTH = 20_000

/** Masks for the secrets and the personal data of a report. */
interface Masks {
  readonly secrets: Mask
  readonly personal: PersonalMask
}

/** The report of a comparison, nothing secret in it. @param full_data shows personal data of the stores */
export function diffReport(result: DiffResult, { full_data = false } = {}): DiffReport {
  const { targets, found, left_behind } = result
  const exchanges = found.flatMap(({ steps }) => steps.flatMap(({ answers }) => answers))
  const secrets = masker([...targets.flatMap(secretsOf), ...exchanges.flatMap(signaturesIn)])
  const personal = full_data ? unmasked : reportMask(result.personal, exchanges, new Pseudonyms())
  const differences = found.map((one) => shownDifference(one, result, { secrets, personal }))
  const report: DiffReport = {
    a: targets[0].base_url,
    b: targets[1].base_url,
    started_at: new Date(result.started_at).toISOString(),
    duration_ms: result.duration_ms,
    seed: result.seed,
    requests: result.requests,
    compared: result.compared,
    ...(result.stopped !== null && { stopped: result.stopped }),
    differences: differences.toSorted((one, other) => Number(one.is_open) - Number(other.is_open)),
    judged: result.judged.map((clause) => shownClause(clause, personal)),
    left_behind: left_behind.flatMap((what, at) => what.map((line) => personal(`${'AB'[at]}: ${line}`))),
    notes: notesOf(result),
  }
  return maskedWithin(report, secrets)
}

function shownDifference(
  { subjects, differences, steps, confirmed }: Found,
  { targets, judged }: DiffResult,
  masks: Masks,
) {
  const shownTexts = new Set(differences.flatMap(shownIn))
  const personal: Mask = (text) => masks.personal(text, shownTexts)
  const mask: Mask = (text) => masks.secrets(personal(text))
  const last = steps.at(-1)
  const answers = last?.answers ?? []
  const shown: DiffReportDifference = {
    subjects: [...subjects],
    is_open: isOpen(subjects, judged),
    operation: last?.operation ?? '',
    moves: steps.map(({ move }) => move.name),
    values: differences.map((one) => maskedWithin(shownValue(one), personal)),
    confirmed,
    exchanges: targets.flatMap((target, at) => {
      const exchange = answers[at]
      return exchange ? [maskedWithin(shownExchange(exchange, target, SHOWN_LENGTH, personal), personal)] : []
    }),
    curl: targets.flatMap((target, at) => {
      const exchange = answers[at]
      return exchange ? [shownCurl(exchange.request, target, mask)] : []
    }),
  }
  return shown
}

/** A question leaves it open where no clause beside it is seen broken; without one both must be seen to keep what is stated. */
function isOpen(subjects: readonly Subject[], judged: readonly JudgedClause[]): boolean {
  const [first] = subjects
  if (first === undefined || !isQuestion(first))
    return subjects.every((subject) => isKeptByBoth(subject, judged))
  return !judged.some((one) => subjects.includes(one.clause) && isBroken(one))
}

const isBroken = ({ here, there }: JudgedClause): boolean =>
  here.outcome === 'fail' || there.outcome === 'fail'

/** Where both keep what is stated, the specification allows either answer. */
const isKeptByBoth = (subject: Subject, judged: readonly JudgedClause[]): boolean =>
  judged.some(
    ({ clause, here, there }) => clause === subject && here.outcome === 'pass' && there.outcome === 'pass',
  )

const shownValue = ({ where, here, there }: Difference): DiffReportValue => ({
  where,
  ...(here !== undefined && { a: JSON.stringify(here) }),
  ...(there !== undefined && { b: JSON.stringify(there) }),
})

/** Personal values that differ, which the report shows. */
const shownIn = ({ where, here, there }: Difference): string[] =>
  isPersonal(where) ? [here, there].filter((value) => typeof value === 'string') : []

const shownClause = ({ clause, here, there }: JudgedClause, personal: Mask): DiffReportClause => ({
  clause,
  a: here.outcome,
  b: there.outcome,
  reasons: [...whyOf('A', here), ...whyOf('B', there)].map((why) => personal(why)),
})

function whyOf(name: string, { reason, failure }: Verdict): string[] {
  if (failure) return [`${name}: ${failure.message ?? `expected ${failure.expected}, got ${failure.got}`}`]
  return reason === null ? [] : [`${name}: ${reason}`]
}

function notesOf({ unlike, targets: [here, there] }: DiffResult): string[] {
  const notes = []
  if (unlike > 0)
    notes.push(
      `${plural(unlike, 'invoice')} of orders that are not alike on A and B: of them only the fields were compared, not their values.`,
    )
  if (here.allow.size === 0 || there.allow.size === 0)
    notes.push(
      'Only reading was allowed: what writes come to was not compared. --allow says what may be done.',
    )
  return notes
}

/** 0 no difference, 1 differences, 2 where it ended before its time without any. */
export const exitCodeOf = ({ differences, stopped, compared }: DiffReport): 0 | 1 | 2 => {
  if (differences.length > 0) return 1
  return stopped !== undefined || compared === 0 ? 2 : 0
}
