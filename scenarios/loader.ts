import { buildStore } from './build-store.ts'
import { checkScenario } from './check.ts'
import { idCounter, type LoadOptions } from './context.ts'
import { readScenario } from './files.ts'
import type { Scenario, ScenarioOrder } from './scenario.ts'
import type { State } from './state.ts'

/**
 * The state that a scenario describes: of a name (`default`, `many-invoices:100000`) or a YAML or JSON file.
 * The same for the same seed, clock and dialect. Throws a ScenarioError for a file that is none.
 */
export function loadScenario(nameOrPath: string, options: LoadOptions): State {
  return build(readScenario(nameOrPath), options)
}

/** The state of a scenario that is at hand as a value; throws a ScenarioError when it is none. */
export function buildScenario(value: unknown, options: LoadOptions): State {
  return build(checkScenario(value, 'the scenario'), options)
}

function build(scenario: Scenario, options: LoadOptions): State {
  const taken = new Set(givenIds(scenario))
  const nextId = idCounter(options.dialect['format.ids'], taken)
  const stores = scenario.stores.map((store, index) => buildStore(store, { ...options, nextId }, index + 1))
  return { stores, next_id: [...taken].reduce((next, id) => Math.max(next, id + 1), nextId()) }
}

function givenIds({ stores }: Scenario): number[] {
  const orders = stores.flatMap((store): ScenarioOrder[] => [
    ...(store.orders ?? []),
    ...(store.draft_orders ?? []),
    ...(store.invoices ?? []).flatMap(({ order }) => order ?? []),
  ])
  return orders.flatMap(({ id }) => id ?? [])
}
