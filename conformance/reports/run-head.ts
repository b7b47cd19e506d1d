import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { ConformanceReport } from '../../schemas/types.ts'
import { derivedSeed } from '../server/session.ts'

/** What is known of a run before anything is judged: the head of its report. */
export type RunHead = Pick<
  ConformanceReport,
  'target' | 'run' | 'version' | 'selection' | 'shard' | 'seed' | 'aim'
>

/** The kit's. */
export const { version: VERSION } = createRequire(import.meta.url)('invoicing-kit/package.json') as {
  version: string
}

/** What names a run in the environment of a CI: its own id and, where one id has several attempts, which. */
const CI_VARIABLES: readonly (readonly string[])[] = [
  ['GITHUB_RUN_ID', 'GITHUB_RUN_ATTEMPT'],
  ['CI_PIPELINE_ID'],
  ['BUILDKITE_BUILD_ID'],
  ['CIRCLE_WORKFLOW_ID'],
  ['BUILD_TAG'],
  ['BUILD_BUILDID'],
  ['BITBUCKET_PIPELINE_UUID'],
  ['TRAVIS_BUILD_ID'],
  ['DRONE_BUILD_NUMBER'],
  ['SEMAPHORE_WORKFLOW_ID'],
]

/** The id that the CI gives the run; undefined elsewhere. */
export function ciRun(env: NodeJS.ProcessEnv): string | undefined {
  const ids = CI_VARIABLES.map((names) => names.flatMap((name) => env[name] || []))
  return ids.find((values) => values.length > 0)?.join('-')
}

/** A run id that follows from what the run is: the same for the same seed, selection and version. */
export function derivedRun(seed: number, selection: readonly string[]): string {
  const text = JSON.stringify([seed, selection, VERSION])
  return `seed-${seed}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
}

/** The seed that all shards of a run have in common without being told one. */
export const sharedSeed = (run: string | undefined, selection: readonly string[]): number =>
  derivedSeed(0, run ?? JSON.stringify([selection, VERSION]))
