import { setMaxListeners } from 'node:events'
import { BUDGET_ENDED } from '../judge/reasons.ts'
import { timerMs } from '../server/client/timer.ts'
import type { Session } from '../server/session.ts'
import type { RunOptions } from './options.ts'

/** Ends the run: the time budget, whoever started it, or a server that answers no more. */
export function endingOf({ time_budget, signal }: RunOptions): AbortController {
  const ending = new AbortController()
  // Every request under way listens to it.
  setMaxListeners(0, ending.signal)
  if (time_budget !== undefined)
    setTimeout(() => ending.abort(BUDGET_ENDED), timerMs(time_budget * 1000)).unref()
  signal?.addEventListener('abort', () => ending.abort(signal.reason), { once: true })
  if (signal?.aborted) ending.abort(signal.reason)
  return ending
}

/** Ends the cleaning up, so that no server keeps us: after twice its patience, or what the pace asks for beside that. */
export function timeToCleanUp({ target, ledger }: Session, { max_rps = Infinity }: RunOptions): AbortSignal {
  const { templates, customers } = ledger.entries
  const paced_ms = ((templates.length + customers.length) * 1000) / max_rps
  const signal = AbortSignal.timeout(timerMs(2 * target.patience_ms + paced_ms))
  setMaxListeners(0, signal)
  return signal
}
