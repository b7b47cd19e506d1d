import type { Dialect } from '../../../schemas/dialect.ts'
import { requests } from '../../desk/requests.ts'
import type { Traffic } from '../judging/touched.ts'
import { runCommand, type Ran } from '../running/run-command.ts'
import { environmentOf } from '../stage/environment.ts'
import { openStage } from '../stage/stage.ts'
import type { Part } from '../variations/variation.ts'
import type { RehearseOptions } from './options.ts'
import { toldWaits } from './told-waits.ts'

/** What of a run of the command is fixed for all of them. */
export type Fixed = Pick<RehearseOptions, 'command' | 'setting' | 'variables'>

/** A run of the command, and what its mock saw. */
export interface Performance {
  readonly ran: Ran
  readonly traffic: Traffic
  /** The answers that held. */
  readonly dialect: Dialect
}

/**
 * Runs the command once against a mock of its own. What that tells it to wait is added to its time, up to as much again:
 * who is told to wait always comes to no end either.
 * @param base null where it is the first
 */
export async function perform(
  { command, setting, variables }: Fixed,
  { base, parts }: { base: Dialect | null; parts: readonly Part[] },
  limits: { timeout_ms: number; signal: AbortSignal },
): Promise<Performance> {
  const stage = await openStage(setting, base, parts)
  try {
    const env = environmentOf(stage, variables, process.env)
    const granted = () => Math.min(limits.timeout_ms, toldWaits(requests(stage.mock)))
    const ran = await runCommand({ command, env, ...limits, granted })
    // When it is closed every request is over, and known.
    await stage.close()
    const { mock, dialect } = stage
    return {
      ran,
      dialect,
      traffic: { requests: requests(mock), coverage: stage.coverage(), faults: stage.faults() },
    }
  } finally {
    await stage.close()
  }
}
