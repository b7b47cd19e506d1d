import type { ClauseId } from '../../../schemas/clauses.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../../server/load-target.ts'

/** Values that a property tries: what differs here is the server. `npm run fairness` and `npm run mutants` try more. */
const RUNS = 1

/** What a run of these clauses says of each: `pass`, `fail`, or another outcome with its reason. */
export async function outcomes(
  target: unknown,
  clauses: readonly ClauseId[],
): Promise<Record<string, string>> {
  const { verdicts } = await run(parseTarget(target), { clauses, seed: 1, runs: RUNS })
  const judged = verdicts.filter(({ clause }) => clauses.includes(clause))
  return Object.fromEntries(
    judged.map(({ clause, outcome, reason }) => [clause, reason ? `${outcome}: ${reason}` : outcome]),
  )
}
