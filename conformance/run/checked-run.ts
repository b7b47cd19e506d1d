import { checkOptions } from '../../schemas/given.ts'
import type { RunResult } from '../judge/result.ts'
import { targetOf, type GivenTarget } from '../server/load-target.ts'
import type { RunOptions } from './options.ts'
import { checkClauses, RUN_RULES } from './run-rules.ts'
import { run as perform } from './run.ts'

/**
 * Judges a target by the clauses, and cleans up behind itself.
 * @param target as `loadTarget` and `parseTarget` read it; or a file, an address, or what such a file holds, as
 * `mock.target` does, which is read first
 * @throws {Unreachable} when nothing answers at the target or its API key is refused: there is nothing to judge
 * @throws {TypeError} that says what would be right, where an option or a clause is not there
 * @throws {UsageError} that says what is wrong in the target
 */
export async function run(target: GivenTarget, options: RunOptions = {}): Promise<RunResult> {
  checkOptions('run', options, RUN_RULES)
  checkClauses('run', options.clauses)
  checkClauses('run', options.exercise)
  return perform(await targetOf('run', target), options)
}
