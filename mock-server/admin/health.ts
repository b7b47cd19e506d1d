import { CLAUSES } from '../../schemas/clauses.ts'
import { currentHealth } from '../desk/health.ts'
import { a, fields, listOf } from './shape.ts'
import { Unavailable, type AdminRoute } from './route.ts'

const clauses = () => ({ clauses: Object.entries(CLAUSES).map(([id, clause]) => ({ id, ...clause })) })

export const HEALTH_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/health',
    summary: 'report whether the mock works',
    answers: a('desk/health'),
    anyway: true,
    unavailable: 'Changes cannot be saved; `reason` says why.',
    answer: async ({ mock }) => {
      const now = await currentHealth(mock)
      return now.status === 'ok' ? now : new Unavailable(now)
    },
  },
  {
    method: 'get',
    path: '/clauses',
    summary: 'list the clauses of the specification',
    answers: fields({ clauses: listOf({ type: 'object' }) }),
    anyway: true,
    answer: clauses,
  },
]
