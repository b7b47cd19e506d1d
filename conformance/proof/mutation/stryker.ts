/** What Stryker's instrumented code looks at while it runs: which mutant acts, and where it notes which ones were met. */
interface Stryker {
  activeMutant?: string | undefined
  /** Under which name is noted what is met; with none it is what runs while modules load. */
  currentTestId?: string | undefined
  /** How often the active mutant was met, and at which number it throws: no loop is endless. */
  hitCount?: number | undefined
  hitLimit?: number | undefined
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> }
}

/** How often each mutant was met, by its id. */
export type Hits = Record<string, number>

const NAMESPACE = '__stryker__'

// cast: instrumented code makes it, or finds it there.
const shared = globalThis as { [NAMESPACE]?: Stryker }

export const stryker: Stryker = (shared[NAMESPACE] ??= {})

/** Lets a mutant act, or none. */
export function activate(id: string | undefined, hitLimit?: number): void {
  Object.assign(stryker, { activeMutant: id, hitCount: hitLimit && 0, hitLimit })
}

/** Forgets what was met, and hands out what is met from now on. */
export function noted(): Record<string, Hits> {
  const coverage = (stryker.mutantCoverage ??= { static: {}, perTest: {} })
  // The instrumented files hold on to the object itself.
  coverage.perTest = {}
  return coverage.perTest
}

/** Notes what is met from now on under a name. */
export function noteUnder(name: string): void {
  stryker.currentTestId = name
}

/** What was met while modules were loaded. */
export const atImport = (): string[] => Object.keys(stryker.mutantCoverage?.static ?? {})
