import type { Health } from '../../schemas/types.ts'
import type { Mock } from '../mock.ts'

/** Whether the mock can do its work, and what should be known of it. */
export function health(mock: Mock): Health {
  const { db, clock, source, stores, notes, warnings } = mock
  return {
    status: db.failure === null ? 'ok' : 'failed',
    ...(db.failure && { reason: db.failure.message }),
    ...(db.feed && { replica: db.feed.replica }),
    scenario: source.scenario,
    seed: source.seed,
    stores: stores.records().length,
    now: new Date(clock.now()).toISOString(),
    memory_bytes: process.memoryUsage.rss(),
    notes: [...warnings, ...notes],
  }
}
