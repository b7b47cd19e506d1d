import { seededFaker } from '../fixtures/seeded-faker.ts'
import { parseDialect } from '../schemas/dialect.ts'
import { buildStore } from './build-store.ts'
import { checkSteps } from './check.ts'
import { clockAt, idCounter, type LoadOptions } from './context.ts'
import { expectNamed } from './deeds.ts'
import { exactIds, nextIds } from './exact-store.ts'
import { readScenario } from './files.ts'
import type { Scenario, ScenarioOrder, ScenarioStore } from './scenario.ts'
import type { State, StoreState } from './state.ts'
import { each, resultOf, setOf, type Steps } from './steps.ts'

/**
 * The state that a scenario describes: of a name (`default`, `many-invoices:100000`) or a YAML or JSON file.
 * The same for the same seed, clock and dialect, of which its own go before those that are given. Throws a ScenarioError
 * for a file that is none.
 */
export const loadScenario = (nameOrPath: string, options: LoadOptions): State =>
  resultOf(scenarioSteps(nameOrPath, options))

/** The state of a scenario that is at hand as a value; throws a ScenarioError when it is none. */
export const buildScenario = (value: unknown, options: LoadOptions): State => resultOf(built(value, options))

/** The same of either, a name or a value, in steps. */
export function* scenarioSteps(scenario: string | object, options: LoadOptions): Steps<State> {
  if (typeof scenario === 'string') return yield* build(readScenario(scenario), options, scenario)
  return yield* built(scenario, options)
}

function* built(value: unknown, options: LoadOptions): Steps<State> {
  const scenario = yield* checkSteps(value, 'the scenario')
  return yield* build(scenario, options, 'the scenario')
}

function* build(scenario: Scenario, options: LoadOptions, source: string): Steps<State> {
  const clock = scenario.clock && clockAt(scenario.clock, options.now)
  const parsed = scenario.dialect && parseDialect(scenario.dialect)
  const dialect = parsed?.dialect ?? options.dialect
  const taken = yield* setOf(takenIds(scenario), itself)
  const nextId = idCounter(dialect['format.ids'], taken)
  const context = {
    ...options,
    dialect,
    now: clock?.now ?? options.now,
    nextId,
    faker: seededFaker(options.seed),
  }
  const stores: StoreState[] = []
  for (const store of scenario.stores) stores.push(yield* buildStore(store, context, stores.length + 1))
  expectNamed(stores, source)
  let next_id = nextId()
  yield* each(taken, (id) => (next_id = Math.max(next_id, id + 1)))
  const next_ids = scenario.next_ids && (yield* nextIds(scenario.next_ids, exactIds(scenario.stores)))
  return {
    stores,
    next_id,
    ...(next_ids && { next_ids }),
    ...(clock && { clock }),
    ...(parsed && { dialect: parsed }),
    ...(scenario.faults && { faults: scenario.faults }),
  }
}

const itself = (id: number): number => id

/** Ids that a scenario names itself. */
function* takenIds({ stores }: Scenario): Generator<number> {
  yield* exactIds(stores)
  for (const store of stores) for (const { id } of ordersOf(store)) if (id !== undefined) yield id
}

function* ordersOf({
  orders = [],
  draft_orders = [],
  invoices = [],
}: ScenarioStore): Generator<ScenarioOrder> {
  yield* orders
  yield* draft_orders
  for (const { order } of invoices) if (order) yield order
}
