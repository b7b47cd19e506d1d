import { randomInt } from 'node:crypto'
import type { ClauseId } from '../../schemas/clauses.ts'
import { interruptible } from '../../schemas/command-line/interruption.ts'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import type { ConformanceReport } from '../../schemas/types.ts'
import { selectClauses } from '../judge/select-clauses.ts'
import type { Demands } from '../reports/conclusion.ts'
import { jsonReport } from '../reports/json-report.ts'
import { ciRun, derivedRun, sharedSeed, VERSION, type RunHead } from '../reports/run-head.ts'
import type { RunOptions } from '../run/options.ts'
import { scopeOf, shardScope } from '../run/scope.ts'
import { shellWord } from '../server/client/shell-words.ts'
import { loadTarget } from '../server/load-target.ts'
import type { Target } from '../server/target.ts'
import { runLive } from './live.ts'
import { reported } from './reported.ts'
import { parseRequirement, parseShard } from './selection.ts'
import { acceptedBy, readWaivers, waive } from './waivers.ts'

/** Where to aim, as every command that sends requests takes it. */
export interface TargetFlags {
  target?: string
  baseUrl?: string
  apiKey?: string
  allow?: string[]
  profile?: string
  seed?: number
  runs?: number
  timeBudget?: number
  maxRps?: number
  concurrency?: number
}

export interface RunFlags extends TargetFlags {
  waivers?: string
  report: string[]
  require?: string
  runId?: string
  marker?: string
  shard?: string
  bail?: true
  strict?: true
  fullData?: true
}

/** `conformance run`: answers the exit code. */
export function runCommand(names: string[], flags: RunFlags): Promise<number> {
  const head = headOf(names, flags)
  return reported(flags.report, head, () => judged(head, flags))
}

async function judged(head: RunHead, flags: RunFlags): Promise<ConformanceReport> {
  const selected = selectClauses(head.selection)
  const scope = head.shard === null ? scopeOf(selected) : shardScope(selected, parseShard(head.shard))
  const demands = demandsOf(flags, selected)
  const waivers = flags.waivers === undefined ? [] : readWaivers(flags.waivers)
  const target = await targetOf(flags)
  head.target = target.base_url
  const found = await interruptible((signal) =>
    runLive(target, {
      ...runOptions(flags),
      ...scope,
      seed: head.seed,
      ...(flags.marker !== undefined && { marker: flags.marker }),
      signal,
      bail: flags.bail ?? false,
      accepts: acceptedBy(waivers, Date.now()),
    }),
  )
  const { result, notes } = waive(found, waivers, found.started_at)
  return jsonReport(result, [...notes, ...noteOnShard(head, flags)], {
    head,
    demands,
    full_data: flags.fullData ?? false,
  })
}

/** What is known of the run before anything else is looked at. */
function headOf(selection: readonly string[], flags: RunFlags): RunHead {
  const { shard = null, runId = ciRun(process.env) } = flags
  const seed = flags.seed ?? (shard === null ? randomInt(2 ** 31) : sharedSeed(runId, selection))
  return {
    target: flags.baseUrl ?? flags.target ?? '',
    run: runId ?? derivedRun(seed, selection),
    version: VERSION,
    selection: [...selection],
    shard,
    seed,
    aim: aimOf(flags),
  }
}

/** The words that aim another run at the same, as fast; the key itself the environment has to hold. */
export function aimOf({
  target,
  baseUrl,
  apiKey,
  allow,
  profile,
  runs,
  maxRps,
  concurrency,
}: TargetFlags): string {
  const given = {
    '--target': target,
    '--base-url': baseUrl,
    '--allow': allow?.join(','),
    '--profile': profile,
    '--runs': runs,
    '--max-rps': maxRps,
    '--concurrency': concurrency,
  }
  const words = Object.entries(given).flatMap(([flag, value]) =>
    value === undefined ? [] : [flag, shellWord(String(value))],
  )
  return [...words, ...(apiKey === undefined ? [] : ['--api-key "$INVOICING_API_KEY"'])].join(' ')
}

function demandsOf({ strict: strictly, require, shard }: RunFlags, selected: readonly ClauseId[]): Demands {
  const strict = strictly ?? false
  if (require === undefined) return { strict }
  if (shard === undefined) return { strict, require: parseRequirement(require, selected) }
  throw new UsageError('--require is of the whole run: give it to conformance merge, not to a shard')
}

/** Shards must find together, and two runs should not. */
function noteOnShard({ shard, run, seed }: RunHead, { runId, seed: given }: RunFlags): string[] {
  if (shard === null || given !== undefined || (runId ?? ciRun(process.env)) !== undefined) return []
  return [
    `This shard names its run ${run} and takes the seed ${seed} from selection and version, as every run of these will: give --run-id or --seed to tell runs apart.`,
  ]
}

export async function targetOf({ target, baseUrl, apiKey, allow, profile }: TargetFlags): Promise<Target> {
  if (target === undefined && baseUrl === undefined)
    throw new UsageError('name a target: --target FILE or URL, or --base-url URL with --api-key KEY')
  if (target === undefined && apiKey === undefined && !process.env['INVOICING_API_KEY'])
    throw new UsageError('--base-url needs the key of the store: --api-key KEY, or INVOICING_API_KEY')
  return loadTarget({
    ...(target !== undefined && { target }),
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    ...(apiKey !== undefined && { api_key: apiKey }),
    ...(allow !== undefined && { allow }),
    ...(profile !== undefined && { profile }),
  })
}

export function runOptions({
  seed,
  runs,
  timeBudget,
  maxRps,
  concurrency,
}: Omit<TargetFlags, 'target'>): RunOptions {
  return {
    ...(seed !== undefined && { seed }),
    ...(runs !== undefined && { runs }),
    ...(timeBudget !== undefined && { time_budget: timeBudget }),
    ...(maxRps !== undefined && { max_rps: maxRps }),
    ...(concurrency !== undefined && { concurrency }),
  }
}
