import { CLAUSES } from '../../schemas/clauses.ts'
import type { AdminRequest, AdminRoute } from './route.ts'

function health({ mock }: AdminRequest) {
  const { db, clock, source, stores, notes, warnings } = mock
  return {
    status: db.failure === null ? 'ok' : 'failed',
    reason: db.failure?.message,
    scenario: source.scenario,
    seed: source.seed,
    stores: stores.records().length,
    now: new Date(clock.now()).toISOString(),
    memory_bytes: process.memoryUsage.rss(),
    notes: [...warnings, ...notes],
  }
}

const clauses = () => ({ clauses: Object.entries(CLAUSES).map(([id, clause]) => ({ id, ...clause })) })

export const HEALTH_ROUTES: readonly AdminRoute[] = [
  { method: 'get', path: '/health', summary: 'whether the mock can do its work', answer: health },
  { method: 'get', path: '/clauses', summary: 'the clauses that the mock keeps', answer: clauses },
]
