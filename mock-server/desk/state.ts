import type { Fault, FaultInput } from '../../schemas/types.ts'
import type { Scenario, ScenarioStore } from '../../scenarios/scenario.ts'
import { resultOf, type Steps } from '../../scenarios/steps.ts'
import type { Mock } from '../mock.ts'
import { shownClock } from './clock.ts'
import { savedStore } from './saved-store.ts'
import { storesNamed } from './store-named.ts'

/**
 * All there is as a scenario, which loads to the same answers: ids, slugs, numbers, timestamps and what is used of rate
 * limits too. Only download URLs are others then.
 */
export const state = (mock: Mock): Scenario => resultOf(stateSteps(mock))

/** The same in steps, all of it as it was at the first. */
export function* stateSteps(mock: Mock): Steps<Scenario> {
  const { record, large_record } = mock.stores.counters
  const { scenario, seed } = mock.source
  const clock = shownClock(mock.clock)
  const setting = { world: mock.clock, dialect: mock.dialect }
  const saved = storesNamed(mock, undefined).map((store) => savedStore(store, setting))
  const said = {
    description: `State of a mock at ${clock.now} on its clock; it had begun with the scenario ${scenario}, seed ${seed}.`,
    clock,
    dialect: mock.dialect,
    next_ids: { ...(record && { record }), ...(large_record && { large_record }) },
    faults: mock.faults.shown.flatMap(savedFault),
  }
  const stores: ScenarioStore[] = []
  for (const store of saved) stores.push(yield* store)
  return { ...said, stores }
}

/** A fault with what is left of it to be played, and which requests it has counted. */
function savedFault({ when, fault, matched, left }: Fault): FaultInput[] {
  if (left === 0) return []
  const counts = { ...(matched > 0 && { counted: matched }), ...(left !== null && { times: left }) }
  return [{ when: { ...when, ...counts }, fault }]
}
