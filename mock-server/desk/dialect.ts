import { DialectError, parseDialect, type Dialect } from '../../schemas/dialect.ts'
import type { Mock } from '../mock.ts'
import { ownDialect, saveOwnDialect } from '../store/own.ts'
import type { Store } from '../store/store.ts'
import { AdminError } from './admin-error.ts'

/** Complete dialect after a change, with one note for each answer that the mock cannot imitate. */
export interface ToldDialect {
  dialect: Dialect
  notes: readonly string[]
}

/** A whole dialect, and what the mock cannot imitate of what it was told. @throws AdminError 422 */
export function dialectFrom(value: object): ToldDialect {
  try {
    return parseDialect(value)
  } catch (error) {
    if (error instanceof DialectError) throw new AdminError(422, error.message)
    throw error
  }
}

/** Replaces the mock's answers to open questions; its own for what is left out. @throws AdminError 422 */
export async function setDialect(mock: Mock, answers: object): Promise<ToldDialect> {
  dialectFrom(answers)
  await mock.setDialect(answers)
  return { dialect: mock.dialect, notes: mock.notes }
}

/** Changes some of the mock's answers. @throws AdminError 422 */
export const patchDialect = (mock: Mock, answers: object): Promise<ToldDialect> =>
  setDialect(mock, { ...mock.dialect, ...answers })

/** The answers that hold for a store. */
export const storeDialect = (mock: Mock, store: Store): Dialect => ownDialect(store) ?? mock.dialect

/** Gives the store answers of its own; what is left out is as the mock answers now. @throws AdminError 422 */
export const setStoreDialect = (mock: Mock, store: Store, answers: object): Promise<ToldDialect> =>
  saved(mock, store, { ...mock.dialect, ...answers })

/** Changes some answers for the store alone. @throws AdminError 422 */
export const patchStoreDialect = (mock: Mock, store: Store, answers: object): Promise<ToldDialect> =>
  saved(mock, store, { ...storeDialect(mock, store), ...answers })

async function saved(mock: Mock, store: Store, answers: object): Promise<ToldDialect> {
  const told = dialectFrom(answers)
  saveOwnDialect(store, told.dialect)
  await mock.db.write()
  return told
}

/** From now on the mock's answers hold for the store. */
export async function dropStoreDialect(mock: Mock, store: Store): Promise<void> {
  saveOwnDialect(store, null)
  await mock.db.write()
}
