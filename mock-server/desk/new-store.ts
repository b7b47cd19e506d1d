import { randomUUID } from 'node:crypto'
import { seededFaker } from '../../fixtures/seeded-faker.ts'
import { buildStore } from '../../scenarios/build-store.ts'
import { checkScenario } from '../../scenarios/check.ts'
import { expectNamed } from '../../scenarios/deeds.ts'
import { ScenarioError, type Mistake } from '../../scenarios/mistakes.ts'
import type { ScenarioStore } from '../../scenarios/scenario.ts'
import type { StoreState } from '../../scenarios/state.ts'
import { resultOf } from '../../scenarios/steps.ts'
import type { Mock } from '../mock.ts'
import type { Setting } from '../store/own.ts'

/** What a store gets whose maker says nothing else: enough for a test, made in milliseconds. */
const A_FEW = { customers: 3, orders: 10, draft_orders: 5, invoices: 5 }

/**
 * The content of a new store, described as in a scenario; whatever is left out is made up, its name and key too.
 * @throws ScenarioError
 */
export function newStore(
  mock: Mock,
  fields: Record<string, unknown>,
  { world, dialect }: Setting,
): StoreState {
  if ('records' in fields) throw new ScenarioError('the store', [OF_SCENARIOS])
  const unique = randomUUID()
  const defaults = { name: `store-${unique.slice(0, 8)}`, api_key: `test_key_${unique}`, generate: A_FEW }
  const nextId = () => mock.stores.nextId(dialect['format.ids'], null)
  const described = checkStore({ ...defaults, ...fields })
  const { seed } = mock.source
  const context = { seed, now: world.now(), dialect, nextId, faker: seededFaker(seed) }
  const state = resultOf(buildStore(described, context))
  inItsOwnTerms(() => expectNamed([state], 'the store'))
  return state
}

const OF_SCENARIOS: Mistake = {
  path: ['records'],
  says: 'stands in scenarios alone, where all ids are given together: load a scenario that has this store',
}

/** A store as a scenario describes it; a quota that is null is none. @throws ScenarioError */
export function checkStore({ quota, ...fields }: Record<string, unknown>): ScenarioStore {
  const described = { ...fields, ...(quota === null ? {} : { quota }) }
  const { stores } = inItsOwnTerms(() =>
    checkScenario({ description: 'One store', stores: [described] }, 'the store'),
  )
  const [store] = stores
  if (store === undefined) throw new Error('One store was described, and none is there')
  return store
}

function inItsOwnTerms<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    // Its fields are those of the body: nobody has written the list around it.
    const own = error.mistakes.map((mistake) => ({ ...mistake, path: mistake.path.slice(2) }))
    throw new ScenarioError(error.source, own)
  }
}
