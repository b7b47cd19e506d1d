import type { FaultInput } from '../../schemas/types.ts'
import { dropFault, dropFaults, fault, faults } from '../desk/faults.ts'
import { a, fields, listOf } from './shape.ts'
import type { AdminRoute } from './route.ts'

export const FAULT_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/faults',
    summary:
      'the faults that stand, with how many requests fitted, on how many they were played, and how often they still will be',
    answers: fields({ faults: listOf(a('desk/fault')) }),
    answer: ({ mock }) => ({ faults: faults(mock) }),
  },
  {
    method: 'post',
    path: '/faults',
    summary:
      'have something go wrong: {"when": {"operation", "store", "method", "after", "share", "times", "seed"}, "fault": {"kind": "reset"}}',
    status: 201,
    takes: a('desk/fault-input'),
    answers: a('desk/fault'),
    // What it holds is looked at before it is taken.
    answer: ({ mock, body }) => fault(mock, body as unknown as FaultInput),
  },
  { method: 'delete', path: '/faults', summary: 'drop all of them', answer: ({ mock }) => dropFaults(mock) },
  {
    method: 'delete',
    path: '/faults/:id',
    summary: 'drop one of them',
    answer: ({ mock, params: { id = '' } }) => dropFault(mock, id),
  },
]
