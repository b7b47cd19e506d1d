import type { Profiler } from 'node:inspector'

type Stage =
  | 'socket and HTTP'
  | 'routing'
  | 'API key'
  | 'rate limit'
  | 'query and body'
  | 'rule'
  | 'JSON'
  | 'disk'
  | 'request log and coverage'
  | 'garbage collection'
  | 'event loop'

/** By file what a request goes through; the narrower stand above the wider, whose files they are among. */
const STAGES: readonly (readonly [Stage, RegExp])[] = [
  ['socket and HTTP', /\/reply\/send\.|\/shared-bytes\./],
  ['API key', /\/gates\/(authenticate|paid-plan)|\/store\/(stores|own)\./],
  ['rate limit', /\/gates\/rate-limit|\/store\/rate-window|\/rate-headers/],
  [
    'rule',
    /\/rules\/|\/routes\/handlers|\/store\/|\/commerce\/|\/db\/(table|hash-index|sorted-index)\.|\/clock\./,
  ],
  ['routing', /\/routes\/|\/app\.js|\/match\.js|\/gates\/(known-path|forced-answer)/],
  ['query and body', /\/gates\/|node:querystring|\/near-types|\/validate\.js/],
  ['JSON', /\/reply\//],
  ['request log and coverage', /\/journal\/|\/coverage\/|\/desk\/|\/tallies\./],
  ['disk', /\/db\//],
]

export const STAGE_NAMES: readonly Stage[] = [
  'socket and HTTP',
  'routing',
  'API key',
  'rate limit',
  'query and body',
  'rule',
  'JSON',
  'disk',
  'request log and coverage',
  'garbage collection',
  'event loop',
]

/** The share of each stage in what a profiled process did; what the profiler and the bench do is left out. */
export function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Record<Stage, number> {
  const stages = stagesOf(nodes)
  const times = new Map<Stage, number>()
  for (const [at, id] of samples.entries()) {
    const stage = stages.get(id)
    if (stage) times.set(stage, (times.get(stage) ?? 0) + (timeDeltas[at] ?? 0))
  }
  const all = [...times.values()].reduce((sum, time) => sum + time, 0)
  // Each name is a stage.
  return Object.fromEntries(STAGE_NAMES.map((name) => [name, (times.get(name) ?? 0) / all])) as Record<
    Stage,
    number
  >
}

/** The stage of each place in the tree of calls: its own, or that of whoever called it; none of what the profiler does. */
function stagesOf(nodes: readonly Profiler.ProfileNode[]): ReadonlyMap<number, Stage | null> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const stages = new Map<number, Stage | null>()
  const visit = (id: number, callers: Stage | null): void => {
    const node = byId.get(id)
    if (!node) return
    const stage = isOutside(node.callFrame) ? null : (ownStage(node.callFrame) ?? callers)
    stages.set(id, stage)
    for (const child of node.children ?? []) visit(child, stage)
  }
  const [root] = nodes
  // Whatever calls none of ours is Node that serves HTTP.
  if (root) visit(root.id, 'socket and HTTP')
  return stages
}

function ownStage({ functionName, url }: Profiler.ProfileNode['callFrame']): Stage | undefined {
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === '(program)') return 'event loop'
  return url === '' ? undefined : STAGES.find(([, files]) => files.test(url))?.[0]
}

const isOutside = ({ functionName, url }: Profiler.ProfileNode['callFrame']): boolean =>
  functionName === '(idle)' || url.includes('/bench/') || url.includes('node:inspector')
