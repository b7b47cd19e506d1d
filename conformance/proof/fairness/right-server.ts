import { startMock, type AppOptions } from '../../../mock-server/index.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../../server/load-target.ts'
import { startHostileServer, type Behaviour } from '../hostile-server/hostile-server.ts'
import type { Answers } from '../plain-server/answers.ts'
import { startPlainServer } from '../plain-server/plain-server.ts'

/** A server that does what the specification says, with all that a target file says of it. */
export interface RightServer {
  target: { base_url: string; api_key: string; [field: string]: unknown }
  /** Why its platform refused edits of orders, as far as it tells: edits should be whole. */
  refusedEdits: readonly string[]
  /** Orders of the store that the target does not name. */
  spareOrders?: readonly number[]
  close(): Promise<void>
}

/** Starts a server; one whose data are drawn takes the seed of the run. */
export type Start = (seed: number) => Promise<RightServer>

/** The second implementation, in one of its profiles with some of the answers replaced. */
export const plain =
  (profile: string, answers: Partial<Answers> = {}): Start =>
  async () => {
    const { target, refusedEdits, close } = await startPlainServer({ profile, answers })
    return { target: { ...target }, refusedEdits, close }
  }

/** The second implementation with orders drawn by the seed of the run, whose amounts fall on half cents. */
export const drawn =
  (profile: string, answers: Partial<Answers> = {}): Start =>
  (seed) =>
    plain(profile, { ...answers, orderSeed: seed * 1000 })(seed)

/** The mock, which obeys a dialect and a scenario. */
export const mock =
  (options: AppOptions = {}): Start =>
  async () => {
    const started = await startMock({ seed: 1, ...options })
    return { target: { ...started.target }, refusedEdits: [], close: () => started.close() }
  }

/** So many orders are the run's where it shares them. */
const OWN_ORDERS = 60

/** A server the rest of whose orders are left to others. */
export const sharingOrders =
  (start: Start): Start =>
  async (seed) => {
    const server = await start(seed)
    const { order_ids } = parseTarget(server.target)
    const target = { ...server.target, order_ids: order_ids.slice(0, OWN_ORDERS) }
    return { ...server, target, spareOrders: order_ids.slice(OWN_ORDERS) }
  }

/** A server behind another that answers in its own manner. */
export const behind =
  (manner: Behaviour, start: Start): Start =>
  async (seed) => {
    const server = await start(seed)
    const front = await startHostileServer(server.target.base_url, manner)
    const close = async () => {
      await front.close()
      await server.close()
    }
    return { ...server, target: { ...server.target, base_url: front.base_url }, close }
  }

/** A server whose orders a run has invoiced already, and whose rate-limited store has no key now. */
export const judgedBefore =
  (start: Start): Start =>
  async (seed) => {
    const server = await start(seed)
    await run(parseTarget(server.target), { seed: 7, runs: 1 })
    const { rate_limited_api_key: _, ...target } = server.target
    return { ...server, target }
  }
