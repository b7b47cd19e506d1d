import { startMock, type StartedMock } from '../../../mock-server/index.ts'
import type { Dialect } from '../../../schemas/dialect.ts'
import { Counterparts } from '../../compare/counterparts.ts'
import { differences, type Comparison, type Difference } from '../../compare/differences.ts'
import { callThere } from '../../compare/names.ts'
import type { OddCall } from '../../clauses/http/odd-requests.ts'
import { Client } from '../../server/client/client.ts'
import { parseTarget } from '../../server/load-target.ts'
import { noteIn, nothingKnown, type Known } from './known.ts'
import { intents, type Advance, type Intent } from './requests.ts'

/** A request that the twins answered otherwise. */
export interface Unlike {
  /** `PATCH /customers/5 {"customer":{}}`, as the first twin was sent it. */
  request: string
  differences: Difference[]
}

/** Where both clocks stand when the requests begin. */
const NOW = '2026-11-22T10:00:00Z'
const HEADERS = [
  'content-type',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]

/** Listings by which the records that both begin with are known to be the same. */
const FIRST: readonly OddCall[] = [
  { operation: 'listInvoices', call: { query: { per_page: 250 } } },
  { operation: 'listTemplates', call: {} },
  { operation: 'listCustomers', call: { query: { per_page: 250 } } },
]

interface Side {
  mock: StartedMock
  client: Client
}

/** Two mocks that should answer alike, and what they call the same. */
class Twins {
  readonly #sides: readonly [Side, Side]
  readonly #known: Known
  readonly #comparison: Comparison = { counterparts: new Counterparts(), slack_ms: 0, headers: HEADERS }

  constructor(...mocks: [StartedMock, StartedMock]) {
    this.#known = nothingKnown(mocks[0].target)
    this.#sides = [sideOf(mocks[0]), sideOf(mocks[1])]
    for (const [kind, field] of [
      ['order', 'order_ids'],
      ['draft order', 'draft_order_ids'],
    ] as const)
      for (const [at, id] of (mocks[0].target[field] ?? []).entries())
        this.#comparison.counterparts.pair(kind, id, mocks[1].target[field]?.[at] ?? id)
  }

  async advance({ advance_ms }: Advance): Promise<void> {
    for (const { mock } of this.#sides) await mock.clock.advance(advance_ms)
  }

  /** Sends both the same request; null where they answer alike. */
  async ask(intent: Intent): Promise<Unlike | null> {
    const request = intent(this.#known)
    if (request === null) return null
    const [here, there] = this.#sides
    const { operation, call } = request
    const { counterparts } = this.#comparison
    const ours = await here.client.call(operation, { ...call, keep_rate_limited: true })
    const theirs = await there.client.call(operation, {
      ...callThere(operation, call, counterparts),
      keep_rate_limited: true,
    })
    noteIn(this.#known, ours.response)
    const found = differences(ours.response, theirs.response, this.#comparison)
    if (found.length === 0) return null
    const { method, url, body } = ours.request
    const path = url.slice(here.mock.base_url.length)
    return { request: `${method} ${path} ${body ?? ''} (${ours.key})`.slice(0, 300), differences: found }
  }

  async close(): Promise<void> {
    for (const { client } of this.#sides) await client.close()
  }
}

const sideOf = (mock: StartedMock): Side => ({
  mock,
  client: new Client({
    unrestricted: true,
    target: parseTarget(mock.target),
    max_rps: Infinity,
    signal: new AbortController().signal,
    onExchange: () => {},
  }),
})

/** Sends both mocks the same random requests from the same beginning; what they answered otherwise. */
export async function compareTwins(
  mocks: readonly [StartedMock, StartedMock],
  { requests, seed }: { requests: number; seed: number },
): Promise<Unlike[]> {
  for (const mock of mocks) {
    await mock.clock.freeze(NOW)
    await mock.reset()
  }
  const twins = new Twins(...mocks)
  const first = FIRST.map((request) => () => request)
  const unlike: Unlike[] = []
  try {
    for (const step of [...first, ...intents(requests, seed)]) {
      if (typeof step === 'function') unlike.push(...[await twins.ask(step)].filter((one) => one !== null))
      else await twins.advance(step)
    }
  } finally {
    await twins.close()
  }
  return unlike
}

/** A mock in this dialect, and another one in that, compared. */
export async function compareDialects(
  [here, there]: readonly [Dialect, Dialect],
  options: { requests: number; seed: number },
): Promise<Unlike[]> {
  const mocks = await Promise.all([
    startMock({ dialect: here, seed: 1 }),
    startMock({ dialect: there, seed: 1 }),
  ])
  try {
    return await compareTwins(mocks, options)
  } finally {
    await Promise.all(mocks.map((mock) => mock.close()))
  }
}
