import { exitCode } from '../reports/conclusion.ts'
import { jsonReport } from '../reports/json-report.ts'
import { terminalReport } from '../reports/terminal.ts'
import type { RunOptions } from '../run.ts'
import { scopeOf, shardScope } from '../scope.ts'
import { parseShard, selectClauses } from '../selection.ts'
import { loadTarget } from '../target.ts'
import { acceptedBy, readWaivers, waive } from '../waivers.ts'
import { interruptible } from './interruption.ts'
import { runLive } from './live.ts'
import { parseReportFile, prepareReportFiles, writeReports } from './report-files.ts'
import { useColors } from './use-colors.ts'

/** Where to aim, as every command that sends requests takes it. */
export interface TargetFlags {
  target?: string
  baseUrl?: string
  apiKey?: string
  allow?: string[]
  seed?: number
  runs?: number
  timeBudget?: number
  maxRps?: number
}

export interface RunFlags extends TargetFlags {
  waivers?: string
  report: string[]
  shard?: string
  bail?: true
  strict?: true
}

/** `conformance run`: answers the exit code. */
export async function runCommand(names: string[], flags: RunFlags): Promise<number> {
  const selected = selectClauses(names)
  const scope = flags.shard === undefined ? scopeOf(selected) : shardScope(selected, parseShard(flags.shard))
  const reports = flags.report.map(parseReportFile)
  const waivers = flags.waivers === undefined ? [] : readWaivers(flags.waivers)
  const target = await targetOf(flags)
  prepareReportFiles(reports)
  const judged = await interruptible((signal) =>
    runLive(target, {
      ...runOptions(flags),
      ...scope,
      signal,
      bail: flags.bail ?? false,
      accepts: acceptedBy(waivers, Date.now()),
    }),
  )
  const { result, notes } = waive(judged, waivers, judged.started_at)
  const report = jsonReport(result, notes)
  const strict = flags.strict ?? false
  const colors = useColors(process.stdout)
  process.stdout.write(terminalReport(report, { colors, strict, width: process.stdout.columns || 110 }))
  await writeReports(report, reports)
  return exitCode(report, strict)
}

export function targetOf({ target, baseUrl, apiKey, allow }: TargetFlags): ReturnType<typeof loadTarget> {
  return loadTarget({
    ...(target !== undefined && { target }),
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    ...(apiKey !== undefined && { api_key: apiKey }),
    ...(allow !== undefined && { allow }),
  })
}

export function runOptions({ seed, runs, timeBudget, maxRps }: TargetFlags): RunOptions {
  return {
    ...(seed !== undefined && { seed }),
    ...(runs !== undefined && { runs }),
    ...(timeBudget !== undefined && { time_budget: timeBudget }),
    ...(maxRps !== undefined && { max_rps: maxRps }),
  }
}
