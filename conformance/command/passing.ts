import { writeFileSync } from 'node:fs'
import { coveragePage } from '../../schemas/coverage/page.ts'
import { writing } from '../../schemas/command-line/report-files.ts'
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
import { sorted, write as writeDialect } from './probe.ts'

/** What is written of traffic beside its reports. */
export interface PassingFlags {
  out?: string
  coverage?: string
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

/** The report of what passed; and the files that were asked for beside it. */
export function reportOn(
  traffic: Traffic,
  started_at: number,
  flags: PassingFlags,
  about: { head: RunHead; demands?: Demands; notes?: readonly string[] },
): ConformanceReport {
  const { notes = [], ...rest } = about
  const demands = about.demands ?? { require: 1 }
  const report = maskedWithin(
    jsonReport(outcomeOf(traffic, started_at), [...notes, ...notesOf(traffic)], { ...rest, demands }),
    masker(traffic.keys),
  )
  if (flags.out !== undefined) writeDialect(flags.out, `${jsonText(sorted(report.dialect).usable)}\n`)
  if (flags.coverage !== undefined) writeCoverage(flags.coverage, traffic)
  return report
}

/** As a page where the file is one, else as JSON. */
function writeCoverage(file: string, { coverage }: Traffic): void {
  const text = /\.html?$/i.test(file) ? coveragePage(coverage) : `${jsonText(coverage)}\n`
  writing(file, () => writeFileSync(file, text))
}
