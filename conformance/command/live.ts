import { CLAUSES, type ClauseId } from '../../schemas/clauses.ts'
import { useColors } from '../../schemas/command-line/use-colors.ts'
import type { Estimate } from '../judge/progress.ts'
import type { RunResult } from '../judge/result.ts'
import { estimateLine, failureLine, ProgressLine, waitingLine } from '../reports/progress-line.ts'
import { ProgressLog } from '../reports/progress-log.ts'
import type { RunOptions } from '../run/options.ts'
import { run } from '../run/run.ts'
import type { Target } from '../server/target.ts'

/** The working directory remembers what a killed run must undo. */
export const LEDGER = '.'

/** A run that shows how far it is: at the foot of a terminal, elsewhere by a line now and then. */
export async function runLive(target: Target, options: RunOptions): Promise<RunResult> {
  const told = { ...options, ledger: LEDGER }
  return process.stderr.isTTY
    ? runShown(target, told, new ProgressLine(process.stderr))
    : runLogged(target, told)
}

/** Who waits no longer than this needs no word of it before. */
const WORTH_TELLING_MS = 20_000

const tellsWith =
  (tell: (line: string) => void) =>
  (estimate: Estimate): void => {
    if (estimate.ms > WORTH_TELLING_MS) tell(estimateLine(estimate))
  }

async function runLogged(target: Target, options: RunOptions): Promise<RunResult> {
  const log = new ProgressLog((line) => process.stderr.write(line), target.base_url)
  try {
    return await run(target, {
      ...options,
      onProgress: (progress) => log.show(progress),
      onEstimate: tellsWith((text) => process.stderr.write(`${text}\n`)),
      onWaiting: (waiting) => void process.stderr.write(`${waitingLine(waiting)}\n`),
    })
  } finally {
    log.end()
  }
}

async function runShown(target: Target, options: RunOptions, line: ProgressLine): Promise<RunResult> {
  const shown = new Set<ClauseId>()
  const wanted = options.clauses
  try {
    return await run(target, {
      ...options,
      onWaiting: (waiting) => line.tell(waitingLine(waiting)),
      onEstimate: tellsWith((text) => line.tell(text)),
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
