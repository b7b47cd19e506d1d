import { PARTS, startMock, type Parts, type StartedMock } from '../../../mock-server/index.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import type { RunResult } from '../../judge/result.ts'
import type { Verdict } from '../../judge/verdict.ts'
import type { RunOptions } from '../../run/options.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../../server/load-target.ts'
import { LARGE_STORE } from '../testing/large-store.ts'
import type { Mutant } from './mutant.ts'

/** What the suite made of a mutant. */
export interface Judgement {
  readonly id: string
  /** `elsewhere`: only other clauses failed than the one that the mutant breaks. */
  readonly outcome: 'killed' | 'elsewhere' | 'survived' | 'error'
  /** The clauses that failed; where there was an error, what it says. */
  readonly by: readonly string[]
  /** Of a killed one, the check that found it. */
  readonly check?: string
  /** Requests of the run that killed it, and of those before. */
  readonly requests: number
  readonly ms: number
}

/** What shows only where there is more of it than by default: more than a hundred of each type, more than a bulk action takes. */
const LARGER = ['many-invoices', LARGE_STORE]

/**
 * Judges a mutant by the checks of its own clause, on the default data, on larger stores and with orders that were invoiced
 * long before, and only if those let it live by the whole suite.
 * @param onProgress called again and again while it lasts
 */
export async function judgeMutant(
  { id, clause, mutate }: Mutant,
  seed: number,
  onProgress = () => {},
): Promise<Judgement> {
  const start = performance.now()
  const own = { clauses: [clause], seed, onProgress }
  const ways = [
    () => runOn(mutate(PARTS), own),
    ...LARGER.map((scenario) => () => runOn(mutate(PARTS), own, { scenario })),
    () => runOn(mutate(PARTS), own, { targetOf: invoicedBefore }),
    () => runOn(mutate(PARTS), { seed, bail: true, onProgress }),
    // What fails first says nothing of the clauses after it.
    () => runOn(mutate(PARTS), { seed, onProgress }),
  ]
  const found = new Map<ClauseId, string>()
  let requests = 0
  for (const judged of ways) {
    const result = await judged()
    requests += result.requests
    for (const [broken, check] of failed(result)) if (!found.has(broken)) found.set(broken, check)
    if (found.has(clause)) break
  }
  const outcome = found.has(clause) ? 'killed' : found.size > 0 ? 'elsewhere' : 'survived'
  const check = found.get(clause)
  const ms = performance.now() - start
  return { id, outcome, by: [...found.keys()], ...(check !== undefined && { check }), requests, ms }
}

/** The verdicts that speak against the mock that keeps every clause: there must be none. */
export async function judgeCorrectMock(seed: number, onProgress = () => {}): Promise<Verdict[]> {
  const { verdicts } = await runOn(PARTS, { seed, onProgress })
  return verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
}

/** The clauses that failed, and the check by which each did. */
const failed = ({ verdicts }: RunResult): [ClauseId, string][] =>
  verdicts.flatMap(({ clause, outcome, failure }) =>
    outcome === 'fail' ? [[clause, failure.check] as const] : [],
  )

/** Where a run takes place. */
interface Place {
  scenario?: string | object
  targetOf?(mock: StartedMock): object
}

/** The target with orders that have had their invoices for days and months. */
function invoicedBefore({ target, orders }: StartedMock): object {
  const all = orders().list()
  const open = new Set(target.order_ids)
  const invoiced = all.filter(({ id }) => !open.has(id))
  return { ...target, order_ids: invoiced.map(({ id }) => id).slice(0, MOST_INVOICED) }
}
const MOST_INVOICED = 6

/** One run with all permissions on a fresh mock of these parts. */
async function runOn(
  parts: Parts,
  options: RunOptions & { seed: number },
  { scenario = 'default', targetOf = ({ target }) => target }: Place = {},
): Promise<RunResult> {
  const mock = await startMock({ ...parts, seed: options.seed, scenario })
  try {
    return await run(parseTarget(targetOf(mock)), options)
  } finally {
    await mock.close()
  }
}
