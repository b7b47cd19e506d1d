import { CLAUSES, type ClauseId } from '../../schemas/clauses.ts'
import { failureLine, ProgressLine } from '../reports/progress-line.ts'
import { run, type RunOptions } from '../run.ts'
import type { RunResult } from '../result.ts'
import type { Target } from '../target.ts'
import { useColors } from './use-colors.ts'

/** The working directory remembers what a killed run must undo. */
const LEDGER = '.'

/** A run that shows on a terminal how far it is; elsewhere it is silent. */
export async function runLive(target: Target, options: RunOptions): Promise<RunResult> {
  const told = { ...options, ledger: LEDGER }
  return process.stderr.isTTY ? runShown(target, told, new ProgressLine(process.stderr)) : run(target, told)
}

async function runShown(target: Target, options: RunOptions, line: ProgressLine): Promise<RunResult> {
  const shown = new Set<ClauseId>()
  const wanted = options.clauses
  try {
    return await run(target, {
      ...options,
      onProgress(progress) {
        line.show(progress)
        for (const clause of progress.failing) {
          if (shown.has(clause) || (wanted && !wanted.includes(clause))) continue
          shown.add(clause)
          line.tell(
            failureLine(
              clause,
              CLAUSES[clause].says,
              useColors(process.stderr),
              process.stderr.columns || 80,
            ),
          )
        }
      },
    })
  } finally {
    line.clear()
  }
}
