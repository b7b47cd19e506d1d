import { setTimeout as pause } from 'node:timers/promises'
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

/** Who waits longer for a database that others have open too is not ready, in milliseconds. */
const PATIENCE_MS = 2000

/** The same once a database that others have open too was asked whether it is there. */
export async function currentHealth(mock: Mock): Promise<Health> {
  const isLate = mock.db.isShared && mock.db.failure === null && (await isSilent(mock))
  const now = health(mock)
  if (!isLate || now.status === 'failed') return now
  return {
    ...now,
    status: 'failed',
    reason: `The database has not answered for ${PATIENCE_MS / 1000} seconds.`,
  }
}

/** Whether it says nothing at all: what it fails with is known to `db` then. */
function isSilent({ db }: Mock): Promise<boolean> {
  const asked = db
    .turn(() => {})
    .then(
      () => false,
      () => false,
    )
  return Promise.race([asked, pause(PATIENCE_MS, true, { ref: false })])
}
