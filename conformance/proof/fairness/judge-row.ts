import { selectClauses } from '../../judge/select-clauses.ts'
import type { Verdict } from '../../judge/verdict.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../../server/load-target.ts'
import { unfair } from '../mutants/judge-dialect.ts'
import type { Row } from './rows.ts'

/** What a run on a correct server came to. */
export interface Judged {
  /** What was unfair, in lines; none when all was fair. */
  unfair: string[]
  passes: number
  requests: number
  seconds: number
}

/** Runs the suite on a correct server: nothing fails, no edit is refused, and enough is judged. */
export async function judgeRow(
  row: Row,
  { seed, selection, runs }: { seed: number; selection: string[]; runs?: number },
  onProgress = () => {},
): Promise<Judged> {
  const server = await row.start(seed)
  const end = row.beside?.(server)
  try {
    const { verdicts, requests, duration_ms } = await run(parseTarget(server.target), {
      seed,
      clauses: selectClauses(selection),
      ...row.options,
      ...(runs !== undefined && { runs }),
      onProgress,
    })
    const passes = verdicts.filter(({ outcome }) => outcome === 'pass').length
    const edits = [...new Set(server.refusedEdits)].map((why) => `an edit was refused: ${why}`)
    return {
      unfair: [
        ...unfair(verdicts).map(inWords),
        ...edits,
        ...(selection.length > 0 ? [] : tooFew(row, passes, verdicts)),
      ],
      passes,
      requests,
      seconds: Math.round(duration_ms / 1000),
    }
  } finally {
    await end?.()
    await server.close()
  }
}

/** What failed and why, in a line. */
export function inWords({ clause, failure, reason }: Verdict): string {
  if (!failure) return `${clause}: ${reason}`
  const { check, message = '', expected, got } = failure
  return `${clause} (${check}): ${message} expected ${expected}, got ${got}`
}

function tooFew({ passes: least }: Row, passes: number, verdicts: readonly Verdict[]): string[] {
  if (passes >= least) return []
  const others = verdicts.filter(({ outcome }) => outcome !== 'pass')
  return [
    `${passes} clauses pass, and ${least} should`,
    ...others.map(({ clause, reason }) => `  ${clause}: ${reason}`),
  ]
}
