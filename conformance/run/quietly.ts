import { messageOf } from '../../schemas/thrown.ts'
import { Client, Stopped } from '../server/client/client.ts'
import type { Session } from '../server/session.ts'
import { CONCURRENCY, type RunOptions } from './options.ts'

/** Work whose requests nothing is judged by. What it could not do is told as left behind. Answers how many were sent. */
export async function quietly(
  { target, ledger, client: { guard: log } }: Session,
  { max_rps = Infinity, concurrency = CONCURRENCY }: Pick<RunOptions, 'max_rps' | 'concurrency'>,
  signal: AbortSignal,
  work: (client: Client) => Promise<void>,
): Promise<number> {
  const client = new Client({
    target,
    max_rps,
    concurrency,
    signal,
    log,
    unrestricted: true,
    onExchange: () => {},
  })
  try {
    await work(client)
  } catch (error) {
    if (!(error instanceof Stopped)) ledger.left_behind.push(`could not clean up: ${messageOf(error)}`)
  } finally {
    await client.close()
  }
  return client.requests
}
