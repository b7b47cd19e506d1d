import type { FaultInput } from '../../schemas/types.ts'
import { dropFault, dropFaults, fault, faults } from '../desk/faults.ts'
import { a, fields, listOf } from './shape.ts'
import type { AdminRoute } from './route.ts'

export const FAULT_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/faults',
    summary: 'list the active faults with the number of matching requests and of hits',
    answers: fields({ faults: listOf(a('desk/fault')) }),
    answer: ({ mock }) => ({ faults: faults(mock) }),
  },
  {
    method: 'post',
    path: '/faults',
    summary:
      'add a fault: {"when": {"operation", "store", "method", "after", "share", "times", "seed"}, "fault": {"kind": "reset"}}',
    status: 201,
    takes: a('desk/fault-input'),
    answers: a('desk/fault'),
    // What it holds is looked at before it is taken.
    answer: ({ mock, body }) => fault(mock, body as unknown as FaultInput),
  },
  { method: 'delete', path: '/faults', summary: 'delete all faults', answer: ({ mock }) => dropFaults(mock) },
  {
    method: 'delete',
    path: '/faults/:id',
    summary: 'delete a fault',
    answer: ({ mock, params: { id = '' } }) => dropFault(mock, id),
  },
]
