import { runInSandbox, type Stage } from './instrumented-mock.ts'
import { activate, atImport, noted, noteUnder, type Hits } from './stryker.ts'

/** Which checks a mutant is met by, in one dialect. */
export interface Reached {
  /** Names of checks. */
  readonly by: readonly string[]
  /** How often it was met in the whole run. */
  readonly hits: number
  /** It was met while modules were loaded, or never again after the first run of a process: it needs one of its own. */
  readonly once: boolean
  /** It was met outside of all checks: while the mock was filled, or the run prepared. What it changes may show anywhere. */
  readonly outside: boolean
}

const OUTSIDE = 'outside'

/**
 * Runs the suite, one check after the other, and says of each mutant by which of them it was met. In the mock's own dialect it
 * is run before that: what is then met no more is kept by the process.
 */
export async function reachOf(stage: Stage, onProgress: () => void): Promise<Record<string, Reached>> {
  activate(undefined)
  noteUnder(OUTSIDE)
  const first = noted()
  if (stage.dialect === null) await runInSandbox(stage, { onProgress })
  const again = noted()
  const onEach = ({ check }: { check: string }) => {
    noteUnder(check)
    onProgress()
  }
  noteUnder(OUTSIDE)
  await runInSandbox(stage, { concurrency: 1, onProgress: onEach })
  const { [OUTSIDE]: outside = {}, ...checks } = again
  const loaded = new Set(atImport())
  const met = new Set([
    ...loaded,
    ...Object.keys(first[OUTSIDE] ?? {}),
    ...Object.values(again).flatMap(Object.keys),
  ])
  return Object.fromEntries([...met].map((id) => [id, reachedOf(id)]))

  function reachedOf(id: string): Reached {
    const by = Object.keys(checks).filter((name) => checks[name]?.[id])
    const hits = sum(Object.values(again).map((some: Hits) => some[id] ?? 0))
    return { by, hits, once: loaded.has(id) || hits === 0, outside: outside[id] !== undefined }
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
