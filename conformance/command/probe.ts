import { interruptible } from '../../schemas/command-line/interruption.ts'
import { prepareReportFiles, writeText } from '../../schemas/command-line/report-files.ts'
import { DialectError, parseDialect } from '../../schemas/dialect.ts'
import { isAdjustable, isQuestion } from '../../schemas/questions.ts'
import { jsonText, oneLine, plural } from '../../schemas/printing/plain-text.ts'
import { selectClauses } from '../judge/select-clauses.ts'
import { mistakesInWords } from '../reports/conclusion.ts'
import { jsonReport } from '../reports/json-report.ts'
import { PROBING, scopeOf } from '../run/scope.ts'
import { runLive } from './live.ts'
import { equalsIn, type Equal } from '../server/learn/equals.ts'
import { runOptions, targetOf, type TargetFlags } from './run.ts'

export interface ProbeFlags extends TargetFlags {
  out?: string
}

/**
 * `conformance probe`: looks at the server's answers to the open questions and writes them as a dialect that the mock
 * can be started with. Judges nothing.
 */
export async function probeCommand(names: string[], flags: ProbeFlags): Promise<number> {
  const scope = names.length === 0 ? { checks: PROBING } : { ...scopeOf(selectClauses(names)), observe: true }
  prepareReportFiles([{ file: flags.out ?? null, what: 'dialect' }])
  const target = await targetOf(flags)
  const result = await interruptible((signal) => runLive(target, { ...runOptions(flags), ...scope, signal }))
  const report = jsonReport(result)
  const { dialect, unobserved, assumed = {}, left_behind } = report
  const { usable, strange } = sorted(dialect)
  const text = `${jsonText(usable)}\n`
  const told = [
    ...strange.map((key) => `${key} is ${JSON.stringify(dialect[key])}, which no dialect can hold: left out`),
    ...mistakesInWords(report).map((mistake) => `mistake of the target: ${mistake}`),
    ...left_behind.map((what) => `left behind: ${what}`),
    ...Object.entries(assumed).map(([key, what]) => `assumed: ${key}: ${what}`),
    ...equalsIn(usable).map(equalInWords),
    ...Object.entries(unobserved)
      .filter(isOfMock)
      .map(([key, why]) => `not seen: ${key}: ${why}`),
    `${plural(Object.keys(usable).length, 'answer')} seen, ${Object.keys(unobserved).length} not seen, ${plural(result.requests, 'request')}`,
  ]
  if (flags.out === undefined) process.stdout.write(text)
  process.stderr.write(told.map((line) => `${oneLine(line)}\n`).join(''))
  if (flags.out !== undefined) writeText(flags.out, text, 'dialect')
  return 0
}

/** What the mock could be set to. */
const isOfMock = ([key]: [string, string]): boolean => isQuestion(key) && isAdjustable(key)

function equalInWords({ key, values, why }: Equal): string {
  const alike = values.map((value) => JSON.stringify(value)).join(' and ')
  return `equal: ${key}: ${alike} look the same, as ${why}`
}

/** What a dialect file may hold, and the keys whose value it may not. */
export function sorted(dialect: Record<string, unknown>): {
  usable: Record<string, unknown>
  strange: string[]
} {
  const strange = Object.keys(dialect).filter((key) => !isUsable({ [key]: dialect[key] }))
  const usable = Object.entries(dialect).filter(([key]) => !strange.includes(key))
  return { usable: Object.fromEntries(usable.toSorted(([a], [b]) => a.localeCompare(b))), strange }
}

function isUsable(dialect: object): boolean {
  try {
    parseDialect(dialect)
    return true
  } catch (error) {
    if (error instanceof DialectError) return false
    throw error
  }
}
