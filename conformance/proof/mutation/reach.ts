import { unfair } from '../mutants/judge-dialect.ts'
import { runInSandbox, type Stage } from './instrumented-mock.ts'
import { activate, atImport, noted, noteUnder, type Hits } from './stryker.ts'

/** How one mutant is met by the suite in one dialect. */
export interface Reached {
  /** Names of checks that meet it. */
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
 * Runs the suite on the mock without a fault, one check after the other, and says of each mutant by which of them it was met. It is
 * run before that as well where `twice` says so: what is then met no more is kept by the process.
 * @throws an Error where something fails, since then nothing would be known of a mutant that fails too
 */
export async function reachOf(
  stage: Stage,
  twice: boolean,
  onProgress: () => void,
): Promise<Record<string, Reached>> {
  activate(undefined)
  noteUnder(OUTSIDE)
  const before = noted()
  if (twice) await runInSandbox(stage, { onProgress })
  const byCheck = await metByEach(stage, onProgress)
  const loaded = new Set(atImport())
  const met = new Set([...loaded, ...[before, byCheck].flatMap(Object.values<Hits>).flatMap(Object.keys)])
  return Object.fromEntries([...met].map((id) => [id, reachedOf(id, byCheck, loaded.has(id))]))
}

/** What each check meets, by its name. */
async function metByEach(stage: Stage, onProgress: () => void): Promise<Record<string, Hits>> {
  const byCheck = noted()
  const { verdicts } = await runInSandbox(stage, {
    concurrency: 1,
    onProgress: ({ check }) => {
      noteUnder(check)
      onProgress()
    },
  })
  const against = unfair(verdicts).map(
    ({ clause, failure, reason }) => `${clause}: ${failure?.got ?? reason}`,
  )
  if (against.length > 0) throw new Error(`The suite fails the mock without a fault: ${against.join('; ')}`)
  return byCheck
}

function reachedOf(
  id: string,
  { [OUTSIDE]: outside = {}, ...byCheck }: Record<string, Hits>,
  loaded: boolean,
) {
  const hits = [outside, ...Object.values(byCheck)].reduce((sum, some) => sum + (some[id] ?? 0), 0)
  return {
    by: Object.keys(byCheck).filter((name) => byCheck[name]?.[id]),
    hits,
    once: loaded || hits === 0,
    outside: outside[id] !== undefined,
  }
}
