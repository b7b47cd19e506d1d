import { coveragePage } from '../../schemas/coverage/page.ts'
import type { ReportFile } from '../../schemas/command-line/report-files.ts'
import { jsonText } from '../../schemas/printing/plain-text.ts'
import type { ConformanceReport } from '../../schemas/types.ts'
import type { Demands } from '../reports/conclusion.ts'
import { jsonReport } from '../reports/json-report.ts'
import { derivedRun, VERSION, type RunHead } from '../reports/run-head.ts'
import { maskedWithin } from '../reports/shown-exchange.ts'
import { shellWord } from '../server/client/shell-words.ts'
import { masker } from '../server/client/mask.ts'
import { notesOf, outcomeOf } from '../traffic/outcome.ts'
import type { Traffic } from '../traffic/traffic.ts'
import { sorted } from './probe.ts'

/** What is written of traffic beside its reports. */
export interface PassingFlags {
  out?: string
  coverage?: string
  fullData?: true
}

/** What is known of a judgement in passing before anything passed; what it finds a run at the same address judges again. */
export const headOf = (target: string): RunHead => ({
  target,
  aim: `--base-url ${shellWord(target)}`,
  run: derivedRun(0, []),
  version: VERSION,
  selection: [],
  shard: null,
  seed: 0,
})

/** The report of what passed. */
export function reportOn(
  traffic: Traffic,
  started_at: number,
  about: { head: RunHead; demands?: Demands; notes?: readonly string[]; full_data: boolean },
): ConformanceReport {
  const { notes = [], ...rest } = about
  const demands = about.demands ?? { require: 1 }
  return maskedWithin(
    jsonReport(outcomeOf(traffic, started_at), [...notes, ...notesOf(traffic)], { ...rest, demands }),
    masker(traffic.keys),
  )
}

/** The files that were asked for beside the reports. */
export function besideOf(
  { out, coverage }: PassingFlags,
  passed: () => Traffic,
): ReportFile<ConformanceReport>[] {
  return [
    ...(out === undefined ? [] : [{ what: 'dialect', file: out, text: dialectText }]),
    ...(coverage === undefined
      ? []
      : [{ what: 'coverage', file: coverage, text: async () => coverageText(coverage, passed()) }]),
  ]
}

const dialectText = async ({ dialect }: ConformanceReport): Promise<string> =>
  `${jsonText(sorted(dialect).usable)}\n`

/** As a page where the file is one, else as JSON. */
const coverageText = (file: string, { coverage }: Traffic): string =>
  /\.html?$/i.test(file) ? coveragePage(coverage) : `${jsonText(coverage)}\n`
