import {
  dropStoreDialect,
  patchDialect,
  patchStoreDialect,
  setDialect,
  setStoreDialect,
  storeDialect,
} from '../desk/dialect.ts'
import { a, fields, listOf, TEXT } from './shape.ts'
import { storeOf, type AdminRoute } from './route.ts'

const TOLD = fields({
  dialect: a('dialect'),
  notes: { ...listOf(TEXT), description: 'What the mock cannot imitate of it.' },
})

export const DIALECT_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/dialect',
    summary: 'read the dialect: the answers to the open questions',
    answers: a('dialect'),
    answer: ({ mock }) => mock.dialect,
  },
  {
    method: 'put',
    path: '/dialect',
    summary: 'replace the dialect; missing answers get their defaults',
    takes: a('dialect'),
    answers: TOLD,
    answer: ({ mock, body }) => setDialect(mock, body),
  },
  {
    method: 'patch',
    path: '/dialect',
    summary: 'change some answers of the dialect',
    takes: a('dialect'),
    answers: TOLD,
    answer: ({ mock, body }) => patchDialect(mock, body),
  },
  {
    method: 'get',
    path: '/stores/:store/dialect',
    summary: 'read the dialect of a store',
    answers: a('dialect'),
    answer: (request) => storeDialect(request.mock, storeOf(request)),
  },
  {
    method: 'put',
    path: '/stores/:store/dialect',
    summary: 'replace the own dialect of a store; missing answers are those of the mock',
    takes: a('dialect'),
    answers: TOLD,
    answer: (request) => setStoreDialect(request.mock, storeOf(request), request.body),
  },
  {
    method: 'patch',
    path: '/stores/:store/dialect',
    summary: 'change some answers of a store',
    takes: a('dialect'),
    answers: TOLD,
    answer: (request) => patchStoreDialect(request.mock, storeOf(request), request.body),
  },
  {
    method: 'delete',
    path: '/stores/:store/dialect',
    summary: 'delete the own dialect of a store; it then uses that of the mock',
    answer: (request) => dropStoreDialect(request.mock, storeOf(request)),
  },
]
