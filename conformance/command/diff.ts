import { interruptible } from '../../schemas/command-line/interruption.ts'
import { prepareReportFiles, writeText } from '../../schemas/command-line/report-files.ts'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { useColors } from '../../schemas/command-line/use-colors.ts'
import { jsonText } from '../../schemas/printing/plain-text.ts'
import { diff } from '../diff/diff.ts'
import { diffReport, exitCodeOf } from '../diff/report.ts'
import { diffTerminal } from '../diff/terminal.ts'
import { waitingLine } from '../reports/progress-line.ts'
import { loadTarget } from '../server/load-target.ts'
import type { Target } from '../server/target.ts'
import { LEDGER } from './live.ts'
import { runOptions, type TargetFlags } from './run.ts'

export interface DiffFlags extends Pick<
  TargetFlags,
  'allow' | 'profile' | 'seed' | 'runs' | 'timeBudget' | 'maxRps'
> {
  fullData?: true
  target: string[]
  out?: string
}

/** `conformance diff`: asks two servers the same, and tells where they answer otherwise; 1 when they do. */
export async function diffCommand(flags: DiffFlags): Promise<number> {
  prepareReportFiles([{ file: flags.out ?? null }])
  const [here, there] = await targetsOf(flags)
  const result = await interruptible((signal) =>
    diff(here, there, {
      ...runOptions(flags),
      ledger: LEDGER,
      signal,
      onWaiting: (waiting) => void process.stderr.write(`${waitingLine(waiting)}\n`),
    }),
  )
  const report = diffReport(result, { full_data: flags.fullData ?? false })
  process.stdout.write(diffTerminal(report, useColors(process.stdout)))
  if (flags.out !== undefined) writeText(flags.out, `${jsonText(report)}\n`)
  return exitCodeOf(report)
}

async function targetsOf({ target, allow, profile }: DiffFlags): Promise<[Target, Target]> {
  const [one, other, ...more] = target
  if (one === undefined || other === undefined || more.length > 0)
    throw new UsageError(`name two targets, --target A --target B; ${target.length} given`)
  const load = (file: string) =>
    loadTarget({
      target: file,
      ...(allow !== undefined && { allow }),
      ...(profile !== undefined && { profile }),
    })
  const [here, there] = [await load(one), await load(other)]
  if (here.base_url === there.base_url && here.api_key === there.api_key)
    throw new UsageError('both targets are the same store of the same server: there is nothing to compare')
  return [here, there]
}
