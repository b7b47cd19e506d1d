import { CLAUSES } from '../../schemas/clauses.ts'
import { health } from '../desk/health.ts'
import { a, fields, listOf } from './shape.ts'
import type { AdminRoute } from './route.ts'

const clauses = () => ({ clauses: Object.entries(CLAUSES).map(([id, clause]) => ({ id, ...clause })) })

export const HEALTH_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/health',
    summary: 'whether the mock can do its work',
    answers: a('desk/health'),
    anyway: true,
    answer: ({ mock }) => health(mock),
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
