import { DEFAULT_DIALECT } from '../../../schemas/dialect.ts'
import type { RunResult } from '../../judge/result.ts'
import type { RunOptions } from '../../run/options.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../../server/load-target.ts'
import { inWords } from '../fairness/judge-row.ts'
import { mock, type RightServer, type Start } from '../fairness/right-server.ts'
import { ROWS } from '../fairness/rows.ts'
import { randomDialect, singleChanges } from '../mutants/other-dialects.ts'
import { ORDINARY } from './judge-sample.ts'
import { runThrough } from './through.ts'

/** A correct server, and how the suite is run on it. */
export interface Served {
  readonly name: string
  readonly start: Start
  readonly options?: RunOptions
  /** Somebody else who writes to it as well. */
  readonly beside?: (server: RightServer) => () => Promise<void>
}

/** What the proxy held against a correct server while the suite was run on it, in lines. */
export async function alarmsOn({ start, options, beside }: Served, seed: number): Promise<string[]> {
  const server = await start(seed)
  const end = beside?.(server)
  try {
    const { seen, faults } = await runThrough(
      server.target,
      { seed, runs: 1, ...options },
      { shared: beside !== undefined },
    )
    const failed = seen.verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    return [...failed.map(inWords), ...faults]
  } finally {
    await end?.()
    await server.close()
  }
}

/** The correct servers of `npm run fairness`. */
export const fairServers = (): Served[] =>
  Object.entries(ROWS).map(([name, { start, options, beside }]) => ({
    name,
    start,
    ...(options && { options }),
    ...(beside && { beside }),
  }))

/** The mock in every dialect that answers one question otherwise; where that is of limits, one is spent. */
export const inSingleDialects = (): Served[] =>
  singleChanges().map((one) => ({
    ...inDialect(one),
    options: { exercise: one.name.startsWith('rate.') ? [...ORDINARY, 'rate.limited-body'] : ORDINARY },
  }))

/** The mock in random dialects. */
export const inRandomDialects = (count: number, seed: number): Served[] =>
  Array.from({ length: count }, (_, at) => inDialect(randomDialect(seed + at)))

const inDialect = ({ name, dialect }: ReturnType<typeof randomDialect>): Served => ({
  name,
  start: mock({ dialect: { ...DEFAULT_DIALECT, ...dialect } }),
})

/** Verdicts that the suite gives otherwise where the proxy stands between, in lines. */
export async function changedVerdicts(start: Start, seed: number): Promise<string[]> {
  const [direct, through] = [await start(seed), await start(seed)]
  try {
    const here = await run(parseTarget(direct.target), { seed })
    const there = (await runThrough(through.target, { seed })).run
    return differences(here, there)
  } finally {
    await direct.close()
    await through.close()
  }
}

const differences = (here: RunResult, there: RunResult): string[] =>
  here.verdicts.flatMap(({ clause, outcome }, at) => {
    const other = there.verdicts[at]
    return other?.clause === clause && other.outcome === outcome
      ? []
      : [`${clause} is ${outcome}, and through the proxy ${other?.outcome}`]
  })
