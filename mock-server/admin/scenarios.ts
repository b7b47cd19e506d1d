import type { Format } from '../../scenarios/text.ts'
import { scenarioText } from '../../scenarios/write.ts'
import { AdminError } from '../desk/admin-error.ts'
import { loadNamed, loadText, reset, scenarios } from '../desk/scenarios.ts'
import { stateSteps } from '../desk/state.ts'
import { DEFAULT_SEED } from '../mock.ts'
import { inSlices } from '../slices.ts'
import { a, type Shape } from './shape.ts'
import { queryText, TextAnswer, type AdminRequest, type AdminRoute } from './route.ts'

function seedOf({ query }: AdminRequest): number | undefined {
  const text = queryText(query, 'seed')
  if (text === undefined) return undefined
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new AdminError(400, 'seed must be a whole number.')
}

function formatOf({ contentType }: AdminRequest): Format {
  if (contentType.includes('yaml')) return 'yaml'
  return contentType.includes('json') ? 'json' : 'either'
}

/** What the body is called in errors; `curl -d @shop.yaml` sends a file without its line ends. */
function sourceOf({ contentType, text, pieces = [Buffer.from(text)] }: AdminRequest): string {
  const isObject = /^\s*\{/.test(pieces[0]?.toString('latin1', 0, 1000) ?? '')
  const isFolded = () => !pieces.some((piece) => piece.includes('\n') || piece.includes('\r'))
  const folded = contentType.includes('urlencoded') && !isObject && isFolded()
  return folded ? 'body (has it lost its line ends? curl keeps them with --data-binary)' : 'body'
}

function loadBody(request: AdminRequest) {
  const { mock, text, pieces } = request
  const written = { text: pieces ?? text, source: sourceOf(request), format: formatOf(request) }
  return loadText(mock, written, seedOf(request))
}

/** A body that names a scenario, and is none: `{"name": "rich"}`. */
const NAMED = /^[\s{"]*(?:name|scenario)"?\s*:\s*"?([\w:-]+)/

/** The scenario in the body. @throws AdminError where that only names one */
function loadGiven(request: AdminRequest) {
  const [, name] = NAMED.exec(request.text) ?? []
  if (name === undefined) return loadBody(request)
  throw new AdminError(
    422,
    `The body is to be a whole scenario. By its name: POST /__admin/scenarios/${name}`,
  )
}

const SEED = { seed: `seed of the generated data; the default is ${DEFAULT_SEED}` }

const SCENARIO: Shape = {
  type: 'object',
  description: 'A scenario, as JSON or YAML.',
}

export const SCENARIO_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/state',
    summary: 'read the complete state as a scenario',
    answers: SCENARIO,
    answer: async ({ mock }) =>
      new TextAnswer('application/json', scenarioText(await inSlices(stateSteps(mock)), 'json')),
  },
  {
    method: 'put',
    path: '/state',
    summary: 'replace the complete state by the scenario in the body',
    takes: SCENARIO,
    reads: 'large text',
    query: SEED,
    answers: a('desk/loaded-scenario'),
    answer: loadBody,
  },
  {
    method: 'post',
    path: '/reset',
    summary:
      'restore all stores to the loaded scenario; clock, dialect and faults stay unless the scenario sets them',
    answers: a('desk/loaded-scenario'),
    answer: ({ mock }) => reset(mock),
  },
  {
    method: 'get',
    path: '/scenarios',
    summary: 'list the built-in scenarios and the loaded one',
    answers: a('desk/scenario-list'),
    answer: ({ mock }) => scenarios(mock),
  },
  {
    method: 'post',
    path: '/scenarios/:name',
    summary: 'replace all stores by a built-in scenario',
    query: SEED,
    answers: a('desk/loaded-scenario'),
    answer: (request) => loadNamed(request.mock, request.params.name ?? '', seedOf(request)),
  },
  {
    method: 'post',
    path: '/scenarios',
    summary: 'replace all stores by the scenario in the body, YAML or JSON',
    takes: SCENARIO,
    reads: 'text',
    query: SEED,
    answers: a('desk/loaded-scenario'),
    answer: loadGiven,
  },
]
