import { randomInt } from 'node:crypto'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { Client, type ClientOptions } from '../server/client/client.ts'
import { Kinds } from '../server/learn/kinds.ts'
import { Observations } from '../server/learn/observations.ts'
import { derivedSeed, type Session } from '../server/session.ts'
import { Inventory } from '../server/store/inventory.ts'
import { Ledger } from '../server/store/ledger.ts'
import { newMarker } from '../server/store/marker.ts'
import { OrderSupply } from '../server/store/order-supply.ts'
import { PersonalValues } from '../server/store/personal-values.ts'
import { Platform } from '../server/store/platform.ts'
import type { Target } from '../server/target.ts'
import { CONCURRENCY, type RunOptions } from './options.ts'

/** Values that a property tries of a run of which nothing is told. */
export const DEFAULT_RUNS = 20

/**
 * What a run knows of its target, at its beginning.
 * @throws {UsageError} for a concurrency by which nothing would ever be asked
 */
export async function openSession(
  target: Target,
  options: RunOptions,
  listeners: Pick<ClientOptions, 'signal' | 'most_requests' | 'onExchange' | 'onLost' | 'onGivenUp'>,
): Promise<Session> {
  const seed = options.seed ?? randomInt(2 ** 31)
  const { onWaiting, max_rps = Infinity, concurrency = CONCURRENCY } = options
  if (!(concurrency >= 1)) throw new UsageError(`concurrency must be 1 or more, and is ${concurrency}`)
  const ledger = await openLedger(target, options.ledger)
  const client = new Client({
    target,
    max_rps,
    concurrency,
    ...listeners,
    isMade: (kind, id) => ledger.hasMade(kind, id),
    ...(onWaiting && { onWaiting }),
  })
  const personal = new PersonalValues()
  const marker = options.marker ?? newMarker()
  ledger.marks(marker)
  return {
    target,
    client,
    kinds: new Kinds(),
    observations: new Observations(),
    refusals: [],
    inventory: new Inventory(client, 'api', (id) => ledger.hasMade('templates', id)),
    earlier: { items: [], complete: false },
    ledger,
    lost: [],
    orders: new OrderSupply(target, seed),
    platform: new Platform(client, { ledger, personal }),
    personal,
    orderOf: new Map(),
    memory: new Map(),
    hasCompany: options.shard !== undefined,
    seed,
    runs: options.runs ?? DEFAULT_RUNS,
    marker,
    numbers: { next: 1 },
    seedOf: (name) => derivedSeed(seed, name),
    replayPath: (check, property = '') =>
      options.replay?.find((point) => point.check === check && point.property === property)?.path,
  }
}

/** Who only reads leaves nothing to undo, and disturbs nobody. */
function openLedger({ allow, base_url, api_key }: Target, folder?: string): Promise<Ledger> {
  const deployment = `${base_url} ${derivedSeed(0, api_key)}`
  return Ledger.open(allow.size > 0 && folder !== undefined ? folder : null, deployment)
}
