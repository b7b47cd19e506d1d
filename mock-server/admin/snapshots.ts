import { AdminError } from '../desk/admin-error.ts'
import { knownFields } from '../desk/fields.ts'
import { dropSnapshot, restore, snapshot, snapshots } from '../desk/snapshots.ts'
import type { AdminRequest, AdminRoute } from './route.ts'
import { a, fields, listOf } from './shape.ts'

function take({ mock, body }: AdminRequest) {
  const { name, store } = knownFields(body, ['name', 'store'])
  if (typeof name !== 'string')
    throw new AdminError(422, 'Give the snapshot a name: {"name": "before checkout"}.', {
      name: ['must be a text'],
    })
  if (store !== undefined && typeof store !== 'string')
    throw new AdminError(422, 'store must be the name of one; left out, everything is kept.', {
      store: ['must be a text'],
    })
  return snapshot(mock, name, { store })
}

const nameOf = ({ params: { name = '' } }: AdminRequest): string => name

export const SNAPSHOT_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/snapshots',
    summary: 'list the snapshots, oldest first',
    answers: fields({ snapshots: listOf(a('desk/snapshot')) }),
    answer: ({ mock }) => ({ snapshots: snapshots(mock) }),
  },
  {
    method: 'post',
    path: '/snapshots',
    summary:
      'save a snapshot of everything, or of one store: {"name", "store"?}; a snapshot of the same name is replaced',
    takes: a('desk/snapshot-input'),
    status: 201,
    answers: a('desk/snapshot'),
    answer: take,
  },
  {
    method: 'post',
    path: '/snapshots/:name/restore',
    summary: 'restore a snapshot; a snapshot of everything also restores clock, dialect, faults and next ids',
    answers: a('desk/snapshot'),
    answer: (request) => restore(request.mock, nameOf(request)),
  },
  {
    method: 'delete',
    path: '/snapshots/:name',
    summary: 'delete a snapshot',
    answer: (request) => dropSnapshot(request.mock, nameOf(request)),
  },
]
