import { DialectError } from '../../schemas/dialect.ts'
import type { Mock } from '../mock.ts'
import { AdminError } from './admin-error.ts'
import { objectBody, type AdminRoute } from './route.ts'

/** The dialect that holds from now on, and what the mock cannot imitate of what it was told. */
async function change(mock: Mock, value: object) {
  try {
    await mock.setDialect(value)
  } catch (error) {
    if (error instanceof DialectError) throw new AdminError(422, error.message)
    throw error
  }
  return { dialect: mock.dialect, notes: mock.notes }
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
    answer: ({ mock, body }) => change(mock, objectBody(body)),
  },
  {
    method: 'patch',
    path: '/dialect',
    summary: 'change some of them',
    answer: ({ mock, body }) => change(mock, { ...mock.dialect, ...objectBody(body) }),
  },
]
