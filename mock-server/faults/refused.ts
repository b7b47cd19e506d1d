import type { ErrorKind } from '../../schemas/operations.ts'
import type { AnswerFault } from '../../schemas/types.ts'
import type { Exchange } from '../exchange.ts'
import { spend } from '../gates/forced-answer.ts'
import type { Gate, StoreDirectory } from '../gates/gate.ts'
import { passAll } from '../gates/pass-all.ts'
import { Refusal } from '../refusal.ts'

/** The last gate that a request has passed when the service finds such an error: so much is known of it, and no more is counted. */
const LAST_GATE: Readonly<Record<ErrorKind, string>> = {
  unauthorized: 'authenticate',
  forbidden: 'authenticate',
  'rate-limited': 'rate-limit',
  'not-found': 'rate-limit',
  unprocessable: 'rate-limit',
  conflict: 'rate-limit',
}

/** What an unprocessable one is told whose fault names no fields. */
const SOMETHING = { base: ['is refused by a fault of the mock'] }

/** The error that a fault gives in the place of the work. What a gate finds wrong by itself does not count: the fault is what was asked for. */
export async function refusalOf(
  { error, errors }: AnswerFault,
  exchange: Exchange,
  { gates, stores }: { gates: readonly Gate[]; stores: StoreDirectory },
): Promise<Refusal> {
  const passed = await passes(exchange, upTo(LAST_GATE[error], gates), stores)
  // Who is refused by the limit itself knows already how long to wait.
  if (error === 'rate-limited' && passed) spend(exchange)
  return new Refusal(error, error === 'unprocessable' ? (errors ?? SOMETHING) : {})
}

/** Of a request that is left undone it is known all the same whose it is. */
export async function identify(
  exchange: Exchange,
  { gates, stores }: { gates: readonly Gate[]; stores: StoreDirectory },
): Promise<void> {
  await passes(exchange, upTo('authenticate', gates), stores)
}

const upTo = (last: string, gates: readonly Gate[]): readonly Gate[] =>
  gates.slice(0, gates.findIndex(({ name }) => name === last) + 1)

/** Whether a request passes these gates. */
async function passes(exchange: Exchange, gates: readonly Gate[], stores: StoreDirectory): Promise<boolean> {
  try {
    await passAll(gates, exchange, stores)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
