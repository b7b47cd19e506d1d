import type { Fault, FaultInput } from '../../schemas/types.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import type { Mock } from '../mock.ts'
import { shownClock } from './clock.ts'
import { savedStore } from './saved-store.ts'
import { storesNamed } from './store-named.ts'

/**
 * All there is as a scenario, which loads to the same answers: ids, slugs, numbers, timestamps and what is used of rate
 * limits too. Only download URLs are others then.
 */
export function state(mock: Mock): Scenario {
  const { record, large_record } = mock.stores.counters
  const { scenario, seed } = mock.source
  const clock = shownClock(mock.clock)
  return {
    description: `State of a mock at ${clock.now} on its clock; it had begun with the scenario ${scenario}, seed ${seed}.`,
    clock,
    dialect: mock.dialect,
    next_ids: { ...(record && { record }), ...(large_record && { large_record }) },
    faults: mock.faults.shown.flatMap(savedFault),
    stores: storesNamed(mock, undefined).map((store) =>
      savedStore(store, { world: mock.clock, dialect: mock.dialect }),
    ),
  }
}

/** A fault with what is left of it to be played, and which requests it has counted. */
function savedFault({ when, fault, matched, left }: Fault): FaultInput[] {
  if (left === 0) return []
  const counts = { ...(matched > 0 && { counted: matched }), ...(left !== null && { times: left }) }
  return [{ when: { ...when, ...counts }, fault }]
}
