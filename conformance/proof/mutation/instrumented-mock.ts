import { pathToFileURL } from 'node:url'
import type { RunResult } from '../../judge/result.ts'
import type { RunOptions } from '../../run/options.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../../server/load-target.ts'
import { randomDialect } from '../mutants/other-dialects.ts'

/** Which mock a mutant acts in. */
export interface Stage {
  /** The sandbox's `mock-server/index.ts`. */
  readonly entry: string
  /** The seed of a random dialect; null is the mock's own. */
  readonly dialect: number | null
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
  const mock = await startMock({ seed, ...(dialect !== null && { dialect: randomDialect(dialect).dialect }) })
  try {
    onStarted()
    return await run(parseTarget(mock.target), { seed, ...options })
  } finally {
    await mock.close()
  }
}
