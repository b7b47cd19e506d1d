import type { Mock, Source } from '../mock.ts'
import { AdminError } from './admin-error.ts'
import { objectBody, queryText, type AdminRequest, type AdminRoute } from './route.ts'
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

function seedOf({ mock, query }: AdminRequest): number {
  const text = queryText(query, 'seed')
  if (text === undefined) return mock.source.seed
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new AdminError(400, 'seed must be a whole number.')
}

async function list({ mock }: AdminRequest) {
  const { listScenarios } = await import('../../scenarios/files.ts')
  const { scenario, seed } = mock.source
  return { scenarios: listScenarios(), loaded: { scenario, seed } }
}

/** A name, and maybe a number of invoices; no path, so that no caller has a file read. */
const NAME = /^[a-z0-9-]+(:\d{1,6})?$/

function nameOf({ params: { name = '' } }: AdminRequest): string {
  if (NAME.test(name)) return name
  throw new AdminError(404, `"${name}" is no name of a scenario.`)
}

export const SCENARIO_ROUTES: readonly AdminRoute[] = [
  {
    method: 'post',
    path: '/reset',
    summary: 'put all stores back to what the scenario says; clock and dialect stay',
    answer: ({ mock }) => load(mock, mock.source),
  },
  { method: 'get', path: '/scenarios', summary: 'names of the scenarios, and what is loaded', answer: list },
  {
    method: 'post',
    path: '/scenarios/:name',
    summary: 'load a scenario in the place of all stores (?seed=N)',
    answer: (request) =>
      load(request.mock, { scenario: nameOf(request), seed: seedOf(request), definition: null }),
  },
  {
    method: 'post',
    path: '/scenarios',
    summary: 'load the scenario in the body (?seed=N)',
    answer: (request) =>
      load(request.mock, { scenario: 'custom', seed: seedOf(request), definition: objectBody(request.body) }),
  },
]
