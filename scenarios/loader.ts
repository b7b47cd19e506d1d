import { parseDialect } from '../schemas/dialect.ts'
import { buildStore } from './build-store.ts'
import { checkScenario } from './check.ts'
import { clockAt, idCounter, type LoadOptions } from './context.ts'
import { expectNamed } from './deeds.ts'
import { exactIds, nextIds } from './exact-store.ts'
import { readScenario } from './files.ts'
import type { Scenario, ScenarioOrder } from './scenario.ts'
import type { State, StoreState } from './state.ts'
import { resultOf, type Steps } from './steps.ts'

/**
 * The state that a scenario describes: of a name (`default`, `many-invoices:100000`) or a YAML or JSON file.
 * The same for the same seed, clock and dialect, of which its own go before those that are given. Throws a ScenarioError
 * for a file that is none.
 */
export const loadScenario = (nameOrPath: string, options: LoadOptions): State =>
  resultOf(scenarioSteps(nameOrPath, options))

/** The state of a scenario that is at hand as a value; throws a ScenarioError when it is none. */
export const buildScenario = (value: unknown, options: LoadOptions): State =>
  resultOf(build(checkScenario(value, 'the scenario'), options, 'the scenario'))

/** The same of either, a name or a value, in steps. */
export function scenarioSteps(scenario: string | object, options: LoadOptions): Steps<State> {
  if (typeof scenario === 'string') return build(readScenario(scenario), options, scenario)
  return build(checkScenario(scenario, 'the scenario'), options, 'the scenario')
}

function* build(scenario: Scenario, options: LoadOptions, source: string): Steps<State> {
  const clock = scenario.clock && clockAt(scenario.clock, options.now)
  const parsed = scenario.dialect && parseDialect(scenario.dialect)
  const dialect = parsed?.dialect ?? options.dialect
  const exact = exactIds(scenario.stores)
  const taken = new Set([...givenIds(scenario), ...exact])
  const nextId = idCounter(dialect['format.ids'], taken)
  const context = { ...options, dialect, now: clock?.now ?? options.now, nextId }
  const stores: StoreState[] = []
  for (const store of scenario.stores) stores.push(yield* buildStore(store, context, stores.length + 1))
  expectNamed(stores, source)
  const next_id = [...taken].reduce((next, id) => Math.max(next, id + 1), nextId())
  return {
    stores,
    next_id,
    ...(scenario.next_ids && { next_ids: nextIds(scenario.next_ids, exact) }),
    ...(clock && { clock }),
    ...(parsed && { dialect: parsed }),
    ...(scenario.faults && { faults: scenario.faults }),
  }
}

function givenIds({ stores }: Scenario): number[] {
  const orders = stores.flatMap((store): ScenarioOrder[] => [
    ...(store.orders ?? []),
    ...(store.draft_orders ?? []),
    ...(store.invoices ?? []).flatMap(({ order }) => order ?? []),
  ])
  return orders.flatMap(({ id }) => id ?? [])
}
