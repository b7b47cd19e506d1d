import type { Format } from '../../scenarios/text.ts'
import { didYouMean } from '../../schemas/nearest.ts'
import { builtAsAsked, type Source } from '../content.ts'
import { DEFAULT_SEED, type Mock } from '../mock.ts'
import { AdminError } from './admin-error.ts'
import { queryText, type AdminRequest, type AdminRoute } from './route.ts'
import { shownStores } from './stores.ts'

/** What is loaded, as an answer. */
const loaded = (mock: Mock) => {
  const { scenario, seed } = mock.source
  return { scenario, seed, stores: shownStores(mock) }
}

async function load(mock: Mock, source: Source) {
  await mock.load(source)
  return loaded(mock)
}

function seedOf({ query }: AdminRequest): number {
  const text = queryText(query, 'seed')
  if (text === undefined) return DEFAULT_SEED
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new AdminError(400, 'seed must be a whole number.')
}

/** What reads scenarios is loaded when it is first asked for. */
const files = () => import('../../scenarios/files.ts')

async function list({ mock }: AdminRequest) {
  const { listScenarios, readScenario } = await files()
  const { scenario, seed } = mock.source
  const scenarios = listScenarios().map((name) => ({ name, description: readScenario(name).description }))
  return { scenarios, loaded: { scenario, seed } }
}

/** A name, and maybe a number of invoices; no path, so that no caller has a file read. */
async function nameOf({ params: { name = '' } }: AdminRequest): Promise<string> {
  const { listScenarios } = await files()
  const known = listScenarios()
  const [base = ''] = name.split(':')
  if (known.includes(base)) return name
  throw new AdminError(404, `There is no scenario "${base}"; ${didYouMean(base, known)}`)
}

async function loadNamed(request: AdminRequest) {
  const scenario = await nameOf(request)
  return load(request.mock, { scenario, seed: seedOf(request), definition: null })
}

function formatOf({ contentType }: AdminRequest): Format {
  if (contentType.includes('yaml')) return 'yaml'
  return contentType.includes('json') ? 'json' : 'either'
}

/** What the body is called in errors; `curl -d @shop.yaml` sends a file without its line ends. */
function sourceOf({ contentType, text }: AdminRequest): string {
  const folded = contentType.includes('urlencoded') && !/[\r\n]/.test(text) && !/^\s*\{/.test(text)
  return folded ? 'body (has it lost its line ends? curl keeps them with --data-binary)' : 'body'
}

async function loadBody(request: AdminRequest) {
  const { scenarioOf } = await files()
  const seed = seedOf(request)
  const definition = await builtAsAsked(() =>
    scenarioOf({ text: request.text, source: sourceOf(request), format: formatOf(request) }),
  )
  return load(request.mock, { scenario: 'custom', seed, definition })
}

export const SCENARIO_ROUTES: readonly AdminRoute[] = [
  {
    method: 'post',
    path: '/reset',
    summary: 'put all stores back to what the scenario says; clock and dialect of the mock stay',
    answer: ({ mock }) => load(mock, mock.source),
  },
  {
    method: 'get',
    path: '/scenarios',
    summary: 'the scenarios that come with the kit, and what is loaded',
    answer: list,
  },
  {
    method: 'post',
    path: '/scenarios/:name',
    summary: `load a scenario in the place of all stores (?seed=N, else ${DEFAULT_SEED})`,
    query: ['seed'],
    answer: loadNamed,
  },
  {
    method: 'post',
    path: '/scenarios',
    summary: `load the scenario in the body, YAML or JSON (?seed=N, else ${DEFAULT_SEED})`,
    body: 'text',
    query: ['seed'],
    answer: loadBody,
  },
]
