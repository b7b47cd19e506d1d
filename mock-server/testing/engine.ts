import { sharedPostgres } from '../db/testing/postgres.ts'
import * as kit from '../index.ts'
import type { MockOptions } from '../mock.ts'

export type { MockApp, StartedMock, StartOptions } from '../index.ts'

/** Set by `npm run test:database`: the mocks that tests open by this file keep their data in PostgreSQL. */
const onDatabase = process.env['INVOICING_KIT_TEST_DATABASE'] === '1'

/** By directory, the database in its place. */
const databases = new Map<string, Promise<string>>()

const newDatabase = async (): Promise<string> => (await sharedPostgres()).newDatabase()

function inPlaceOf(directory: string): Promise<string> {
  const database = databases.get(directory) ?? newDatabase()
  databases.set(directory, database)
  return database
}

/** The options for the engine that is tested: a database in place of a directory, the same for the same one, or of memory. */
async function onEngine<T extends MockOptions>(options: T): Promise<T> {
  const { data, database } = options
  if (!onDatabase || database !== undefined) return options
  return {
    ...options,
    data: undefined,
    database: await (data === undefined ? newDatabase() : inPlaceOf(data)),
  }
}

export const startMock = async (options: kit.StartOptions = {}): Promise<kit.StartedMock> =>
  kit.startMock(await onEngine(options))

export const createApp = async (options: kit.AppOptions = {}): Promise<kit.MockApp> =>
  kit.createApp(await onEngine(options))
