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
    summary: 'the answers to the open questions, as --dialect takes them',
    answers: a('dialect'),
    answer: ({ mock }) => mock.dialect,
  },
  {
    method: 'put',
    path: '/dialect',
    summary: "replace them; the mock's own for what is left out",
    takes: a('dialect'),
    answers: TOLD,
    answer: ({ mock, body }) => setDialect(mock, body),
  },
  {
    method: 'patch',
    path: '/dialect',
    summary: 'change some of them',
    takes: a('dialect'),
    answers: TOLD,
    answer: ({ mock, body }) => patchDialect(mock, body),
  },
  {
    method: 'get',
    path: '/stores/:store/dialect',
    summary: 'the answers that hold for a store',
    answers: a('dialect'),
    answer: (request) => storeDialect(request.mock, storeOf(request)),
  },
  {
    method: 'put',
    path: '/stores/:store/dialect',
    summary: 'give a store answers of its own; what is left out is as the mock answers now',
    takes: a('dialect'),
    answers: TOLD,
    answer: (request) => setStoreDialect(request.mock, storeOf(request), request.body),
  },
  {
    method: 'patch',
    path: '/stores/:store/dialect',
    summary: 'change some answers for a store alone',
    takes: a('dialect'),
    answers: TOLD,
    answer: (request) => patchStoreDialect(request.mock, storeOf(request), request.body),
  },
  {
    method: 'delete',
    path: '/stores/:store/dialect',
    summary: "take its own answers away, so that the mock's hold",
    answer: (request) => dropStoreDialect(request.mock, storeOf(request)),
  },
]
