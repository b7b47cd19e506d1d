import { startMock } from '../../../mock-server/index.ts'
import { DEFAULT_DIALECT, type Dialect } from '../../../schemas/dialect.ts'
import type { Verdict } from '../../judge/verdict.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../../server/load-target.ts'

/** Verdicts that a correct server must never get. */
export function unfair(verdicts: readonly Verdict[]): Verdict[] {
  return verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
}

/** Runs the suite on the mock in another dialect, which is as right as ours: nothing may fail. */
export async function judgeDialect(
  dialect: Partial<Dialect>,
  seed: number,
  onProgress = () => {},
): Promise<Verdict[]> {
  const mock = await startMock({ dialect: { ...DEFAULT_DIALECT, ...dialect }, seed: 1 })
  try {
    return unfair((await run(parseTarget(mock.target), { seed, onProgress })).verdicts)
  } finally {
    await mock.close()
  }
}
