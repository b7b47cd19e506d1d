import { CLAUSES, type ClauseId } from '../../schemas/clauses.ts'
import { failureLine, ProgressLine, waitingLine } from '../reports/progress-line.ts'
import { run, type RunOptions } from '../run.ts'
import type { RunResult } from '../result.ts'
import type { Target } from '../target.ts'
import { useColors } from './use-colors.ts'

/** Beside the judged deployment's own: remembers what a killed run must undo. */
const LEDGER = '.invoicing-kit-conformance.json'

/** A run that shows on a terminal how far it is; elsewhere it is silent. */
export async function runLive(target: Target, options: RunOptions): Promise<RunResult> {
  const told = { ...options, ledger: LEDGER }
  if (process.stderr.isTTY) return runShown(target, told, new ProgressLine(process.stderr))
  return run(target, {
    ...told,
    onWaiting: (waiting) => void process.stderr.write(`${waitingLine(waiting)}\n`),
  })
}

async function runShown(target: Target, options: RunOptions, line: ProgressLine): Promise<RunResult> {
  const shown = new Set<ClauseId>()
  const wanted = options.clauses
  try {
    return await run(target, {
      ...options,
      onWaiting: (waiting) => line.tell(waitingLine(waiting)),
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
