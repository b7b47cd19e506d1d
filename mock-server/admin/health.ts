import { CLAUSES } from '../../schemas/clauses.ts'
import { currentHealth } from '../desk/health.ts'
import { a, fields, listOf } from './shape.ts'
import { Unavailable, type AdminRoute } from './route.ts'

const clauses = () => ({ clauses: Object.entries(CLAUSES).map(([id, clause]) => ({ id, ...clause })) })

export const HEALTH_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/health',
    summary: 'whether the mock can do its work',
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
    summary: 'the clauses that the mock keeps',
    answers: fields({ clauses: listOf({ type: 'object' }) }),
    anyway: true,
    answer: clauses,
  },
]
