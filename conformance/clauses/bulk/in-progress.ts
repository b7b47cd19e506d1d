import { setTimeout as sleep } from 'node:timers/promises'
import type { Law } from '../../judge/law.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { perRun } from '../../server/per-run.ts'
import { bulkTurns } from '../../server/activity/bulk-turns.ts'
import { invoiceIds } from './invoices.ts'

/** Tries before a server that never refuses is said to know no conflict. */
export const TRIES = 5
/** Pauses before the second request: first one after which an action goes on where actions take any time at all. */
const PAUSES_MS = [150, 20, ...Array.from({ length: TRIES - 2 }, () => 0)]
const AT_ONCE = 8

/** How long an action for all known invoices lasts. */
interface Lasting {
  /** At least so many milliseconds; 0 where no conflict was seen. */
  ms: number
  /** Second requests that were accepted right after the first. */
  accepted: readonly Exchange[]
}

const known = perRun<'lasting', { value?: Lasting }>()

/**
 * How long actions last is open (question bulk.duration): it is learned from a conflict that comes some time after
 * the start, so that later a request that is accepted sooner proves a fault. What fails to learn it is tried again.
 */
export async function lasting(law: Law): Promise<Lasting> {
  const learned = known(law.session, 'lasting', () => ({}))
  return (learned.value ??= await learn(law))
}

async function learn(law: Law): Promise<Lasting> {
  const invoice_ids = [...(await invoiceIds(law))]
  const turns = bulkTurns(law.session)
  const accepted: Exchange[] = []
  for (const pause of PAUSES_MS) {
    await startedOrConflict(law, invoice_ids)
    const begun = performance.now()
    await sleep(pause)
    const ms = performance.now() - begun
    const second = await turns.ask({ invoice_ids })
    await turns.end()
    if (!isSuccess(second)) {
      judgeConflict(law, second)
      return { ms, accepted }
    }
    accepted.push(second)
  }
  return { ms: 0, accepted }
}

/** Where an action lasts longer than patience, what refuses this one is the conflict. */
async function startedOrConflict(law: Law, invoice_ids: number[]): Promise<void> {
  const { outcome, exchange } = await bulkTurns(law.session).start({ invoice_ids })
  if (outcome === 'blocked') judgeConflict(law, exchange)
  if (outcome !== 'accepted') law.notExercised('no bulk action could be started')
}

/** bulk.conflict: the refusal of a valid request is the conflict error, whatever its status and body. */
export function judgeConflict(law: Law, exchange: Exchange): void {
  const turns = bulkTurns(law.session)
  if (turns.mayBeConflict(exchange)) turns.learn([exchange])
  law.of('bulk.conflict').refused(exchange, 'conflict')
}

/** Eight requests at once, on warm connections, while no action of ours is in progress. */
export async function race(law: Law): Promise<{ exchanges: Exchange[]; ms: number }> {
  const invoice_ids = await invoiceIds(law)
  const turns = bulkTurns(law.session)
  await turns.idle()
  await Promise.all(Array.from({ length: AT_ONCE }, () => law.call('listTemplates')))
  const begun = performance.now()
  const exchanges = await Promise.all(Array.from({ length: AT_ONCE }, () => turns.ask({ invoice_ids })))
  const ms = performance.now() - begun
  await turns.end()
  return { exchanges, ms }
}
