import { DialectError, parseDialect, type Dialect } from '../../schemas/dialect.ts'
import type { Mock } from '../mock.ts'
import { ownDialect, saveOwnDialect } from '../store/own.ts'
import { AdminError } from './admin-error.ts'
import { storeOf, type AdminRequest, type AdminRoute } from './route.ts'

/** A whole dialect, and what the mock cannot imitate of what it was told. */
export function dialectFrom(value: object): { dialect: Dialect; notes: string[] } {
  try {
    return parseDialect(value)
  } catch (error) {
    if (error instanceof DialectError) throw new AdminError(422, error.message)
    throw error
  }
}

async function change(mock: Mock, value: object) {
  dialectFrom(value)
  await mock.setDialect(value)
  return { dialect: mock.dialect, notes: mock.notes }
}

/** Gives the store a dialect of its own: these answers, and for the rest those that stand. */
async function changeOfStore(request: AdminRequest, rest: Dialect) {
  const told = dialectFrom({ ...rest, ...request.body })
  saveOwnDialect(storeOf(request), told.dialect)
  await request.mock.db.write()
  return told
}

const holding = (request: AdminRequest): Dialect => ownDialect(storeOf(request)) ?? request.mock.dialect

async function drop(request: AdminRequest): Promise<void> {
  saveOwnDialect(storeOf(request), null)
  await request.mock.db.write()
}

export const DIALECT_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/dialect',
    summary: 'the answers to the open questions, as --dialect takes them',
    answer: ({ mock }) => mock.dialect,
  },
  {
    method: 'put',
    path: '/dialect',
    summary: "replace them; the mock's own for what is left out",
    body: 'object',
    answer: ({ mock, body }) => change(mock, body),
  },
  {
    method: 'patch',
    path: '/dialect',
    summary: 'change some of them',
    body: 'object',
    answer: ({ mock, body }) => change(mock, { ...mock.dialect, ...body }),
  },
  {
    method: 'get',
    path: '/stores/:store/dialect',
    summary: 'the answers that hold for a store',
    answer: holding,
  },
  {
    method: 'put',
    path: '/stores/:store/dialect',
    summary: 'give a store answers of its own; what is left out is as the mock answers now',
    body: 'object',
    answer: (request) => changeOfStore(request, request.mock.dialect),
  },
  {
    method: 'patch',
    path: '/stores/:store/dialect',
    summary: 'change some answers for a store alone',
    body: 'object',
    answer: (request) => changeOfStore(request, holding(request)),
  },
  {
    method: 'delete',
    path: '/stores/:store/dialect',
    summary: "take its own answers away, so that the mock's hold",
    answer: drop,
  },
]
