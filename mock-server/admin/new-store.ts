import { randomUUID } from 'node:crypto'
import { buildStore } from '../../scenarios/build-store.ts'
import { checkScenario } from '../../scenarios/check.ts'
import type { StoreState } from '../../scenarios/state.ts'
import type { Mock } from '../mock.ts'

/** What a store gets whose maker says nothing else: enough for a test, made in milliseconds. */
const A_FEW = { customers: 3, orders: 10, draft_orders: 5, invoices: 5 }

/**
 * The content of a new store, described as in a scenario; whatever is left out is made up, its name and key too.
 * @throws ScenarioError
 */
export function newStore(mock: Mock, { quota, ...fields }: Record<string, unknown>): StoreState {
  const unique = randomUUID()
  const defaults = { name: `store-${unique.slice(0, 8)}`, api_key: `test_key_${unique}`, generate: A_FEW }
  const described = { ...defaults, ...fields, ...(quota === null ? {} : { quota }) }
  const { stores } = checkScenario({ description: 'One store', stores: [described] }, 'the store')
  const { clock, dialect, source } = mock
  const nextId = () => mock.stores.nextId(dialect['format.ids'])
  const [store] = stores.map((one) =>
    buildStore(one, { seed: source.seed, now: clock.now(), dialect, nextId }),
  )
  if (store === undefined) throw new Error('One store was described, and none built')
  return store
}
