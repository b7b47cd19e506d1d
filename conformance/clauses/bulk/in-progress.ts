import { setTimeout as sleep } from 'node:timers/promises'
import type { Law } from '../../judge/law.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { perRun } from '../../server/per-run.ts'
import { invoiceIds, type Ids } from './invoices.ts'

/** Pauses before the second request: first one after which an action goes on where actions take any time at all. */
const PAUSES_MS = [150, 20, 0]
const AT_ONCE = 8

const known = perRun<'lasting', { ms?: number }>()

/**
 * So many milliseconds at least an action for all known invoices lasts; 0 where none was seen in progress. How long it
 * does is open (question bulk.duration), and it may end within its request. So it is learned, from a conflict some time
 * after the start, or from a hook that tells whether there was something to end: a request that is accepted sooner then
 * proves a fault. What fails to learn it is tried again.
 */
export async function lasting(law: Law): Promise<number> {
  const learned = known(law.session, 'lasting', () => ({}))
  return (learned.ms ??= (await byConflict(law)) ?? (await byHook(law)) ?? 0)
}

async function byConflict(law: Law): Promise<number | undefined> {
  const invoice_ids = [...(await invoiceIds(law))]
  for (const pause of PAUSES_MS) {
    const ms = await begunFor(law, pause)
    const second = await law.turns.ask({ invoice_ids })
    await law.turns.end()
    if (isSuccess(second)) continue
    judgeConflict(law, second)
    return ms
  }
  return undefined
}

async function byHook(law: Law): Promise<number | undefined> {
  if (!law.turns.hasHook) return undefined
  for (const pause of PAUSES_MS) {
    const before = await idleInWords(law)
    const ms = await begunFor(law, pause)
    if (before !== undefined && before !== (await law.turns.endInWords())) return ms
  }
  return undefined
}

/** What the hook says where there is nothing to end; undefined where it says something else each time. */
async function idleInWords({ turns }: Law): Promise<string | undefined> {
  await turns.endInWords()
  const says = await turns.endInWords()
  return says === (await turns.endInWords()) ? says : undefined
}

/** The same of a hook that says something else where there is an action to end: one that says nothing tells nothing. */
async function tellingIdle(law: Law): Promise<string | undefined> {
  if (!law.turns.hasHook) return undefined
  const idle = await idleInWords(law)
  for (const pause of [0, 0, 0]) {
    await begunFor(law, pause)
    if ((await law.turns.endInWords()) !== idle) return idle
  }
  return undefined
}

/** Starts an action, of all known invoices unless told otherwise, and waits; answers how many milliseconds ago it was answered. */
export async function begunFor(law: Law, pause: number, ids?: Ids): Promise<number> {
  await startedOrConflict(law, [...(ids ?? (await invoiceIds(law)))])
  const begun = performance.now()
  await sleep(pause)
  return performance.now() - begun
}

/**
 * Whether a request is accepted too soon more often than actions end so soon: where workers take them up, one may be
 * over at once although others last. Tried again some times, no action ends so soon and every third request is accepted;
 * without a hook that tells, each of a few.
 * @param again tries once more; answers whether the request was accepted
 */
export async function isTooSoon(law: Law, ms: number, again: () => Promise<boolean>): Promise<boolean> {
  const idle = await tellingIdle(law)
  const [rounds, enough] = idle === undefined ? [3, 3] : [12, 4]
  let accepted = 0
  for (let round = 0; round < rounds; round++) {
    if (await again()) accepted++
    if (!(await goesOnFor(law, ms, idle))) return false
  }
  return accepted >= enough
}

async function goesOnFor(law: Law, ms: number, idle: string | undefined): Promise<boolean> {
  await begunFor(law, ms)
  if (idle !== undefined) return idle !== (await law.turns.endInWords())
  const further = await law.turns.ask({ invoice_ids: [...(await invoiceIds(law))] })
  await law.turns.end()
  return !isSuccess(further)
}

/** Where an action lasts longer than patience, what refuses this one is the conflict. */
async function startedOrConflict(law: Law, invoice_ids: number[]): Promise<void> {
  const { outcome, exchange } = await law.turns.start({ invoice_ids })
  if (outcome === 'blocked') judgeConflict(law, exchange)
  if (outcome !== 'accepted') law.notExercised('no bulk action could be started')
}

/** bulk.conflict: the refusal of a valid request is the conflict error, whatever its status and body. */
export function judgeConflict(law: Law, exchange: Exchange): void {
  const turns = law.turns
  if (turns.mayBeConflict(exchange)) turns.learn([exchange])
  law.of('bulk.conflict').refused(exchange, 'conflict')
}

/** Eight requests at once, on warm connections, while no action of ours is in progress. */
export async function race(law: Law): Promise<{ exchanges: Exchange[]; ms: number }> {
  const invoice_ids = await invoiceIds(law)
  const turns = law.turns
  await turns.idle()
  await Promise.all(Array.from({ length: AT_ONCE }, () => law.call('listTemplates')))
  const begun = performance.now()
  const exchanges = await Promise.all(Array.from({ length: AT_ONCE }, () => turns.ask({ invoice_ids })))
  const ms = performance.now() - begun
  await turns.end()
  return { exchanges, ms }
}
