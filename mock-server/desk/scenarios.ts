import type { Scenario } from '../../scenarios/scenario.ts'
import type { ScenarioText } from '../../scenarios/text.ts'
import { didYouMean } from '../../schemas/nearest.ts'
import type { LoadedScenario, ScenarioList } from '../../schemas/types.ts'
import { builtAsAsked, readyToCheck, type Source } from '../content.ts'
import { DEFAULT_SEED, type Mock } from '../mock.ts'
import { AdminError } from './admin-error.ts'
import { shownStores } from './stores.ts'

async function loaded(mock: Mock, source: Source): Promise<LoadedScenario> {
  const change = source === mock.source ? 'reset' : 'load'
  await mock.load(source)
  const { scenario, seed } = mock.source
  mock.events.emit('state', { change, scenario, seed })
  return { scenario, seed, stores: shownStores(mock) }
}

/** Puts all stores back to what the scenario says; clock, dialect and faults of the mock stay, unless it has some. */
export const reset = (mock: Mock): Promise<LoadedScenario> => loaded(mock, mock.source)

/** What reads scenarios is loaded when it is first asked for. */
const files = () => import('../../scenarios/files.ts')

/** The scenarios that come with the kit, and what is loaded. */
export async function scenarios(mock: Mock): Promise<ScenarioList> {
  const { listScenarios, readScenario } = await files()
  const { scenario, seed } = mock.source
  const all = listScenarios().map((name) => ({ name, description: readScenario(name).description }))
  return { scenarios: all, loaded: { scenario, seed } }
}

/**
 * Loads a scenario of the kit in the place of all stores: a name, and maybe a number of invoices (`many-invoices:500`).
 * No path, so that no caller has a file read.
 * @throws AdminError 404, MockRefused where it cannot be made
 */
export async function loadNamed(mock: Mock, name: string, seed = DEFAULT_SEED): Promise<LoadedScenario> {
  const { listScenarios } = await files()
  const known = listScenarios()
  const [base = ''] = name.split(':')
  if (!known.includes(base))
    throw new AdminError(404, `There is no scenario "${base}"; ${didYouMean(base, known)}`)
  return loaded(mock, { scenario: name, seed, definition: null })
}

/** Loads a scenario: its name or file, or itself. @throws MockRefused, with every mistake in it */
export const load = (mock: Mock, scenario: string | object, seed = DEFAULT_SEED): Promise<LoadedScenario> =>
  typeof scenario === 'string'
    ? loaded(mock, { scenario, seed, definition: null })
    : loaded(mock, { scenario: 'custom', seed, definition: scenario })

/** A scenario as somebody wrote it, in pieces where it is large. */
export type Written = Omit<ScenarioText, 'text'> & { text: string | readonly Buffer[] }

/** Loads the scenario that a text describes. @throws MockRefused, with every mistake in it */
export async function loadText(mock: Mock, written: Written, seed?: number): Promise<LoadedScenario> {
  await readyToCheck()
  return load(mock, await builtAsAsked(() => scenarioIn(written)), seed)
}

async function scenarioIn({ text, ...about }: Written): Promise<Scenario> {
  if (typeof text === 'string') return (await files()).scenarioOf({ text, ...about })
  const { largeScenario } = await import('./large-scenario.ts')
  return largeScenario(text, about)
}
