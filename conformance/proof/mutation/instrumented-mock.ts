import { pathToFileURL } from 'node:url'
import type { RunResult } from '../../judge/result.ts'
import type { RunOptions } from '../../run/options.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../../server/load-target.ts'
import type { Dialect } from '../../../schemas/dialect.ts'

/** Which mock a mutant acts in. */
export interface Stage {
  /** The sandbox's `mock-server/index.ts`. */
  readonly entry: string
  /** What it answers otherwise than by itself. */
  readonly dialect: Partial<Dialect>
  readonly seed: number
}

/**
 * One run with all permissions on a fresh mock of the sandbox.
 * @param onStarted told when the mock listens, and the suite begins
 */
export async function runInSandbox(
  { entry, dialect, seed }: Stage,
  options: RunOptions,
  onStarted = () => {},
): Promise<RunResult> {
  // cast: a copy of that module.
  const { startMock } = (await import(
    pathToFileURL(entry).href
  )) as typeof import('../../../mock-server/index.ts')
  const mock = await startMock({ seed, dialect })
  try {
    onStarted()
    return await run(parseTarget(mock.target), { seed, ...options })
  } finally {
    await mock.close()
  }
}
