import { sharedPostgres } from '../db/testing/postgres.ts'
import * as kit from '../index.ts'
import type { Mock, MockOptions } from '../mock.ts'
import * as opening from '../open-mock.ts'
import * as serving from '../serve.ts'
import { startBalancer } from './replicas/balancer.ts'

export type { MockApp, StartedMock, StartOptions } from '../index.ts'

/** Set by `npm run test:database`: the mocks that tests open by this file keep their data in PostgreSQL. */
const onDatabase = process.env['INVOICING_KIT_TEST_DATABASE'] === '1'

/** What `startMock` starts are so many replicas, of which the API is asked in turn, and the first is told and asked all else. */
const REPLICAS = Number(process.env['INVOICING_KIT_TEST_REPLICAS'] ?? 1)

/** By directory, the database in its place. */
const databases = new Map<string, Promise<string>>()

const newDatabase = async (): Promise<string> => (await sharedPostgres()).newDatabase()

function inPlaceOf(directory: string): Promise<string> {
  const database = databases.get(directory) ?? newDatabase()
  databases.set(directory, database)
  return database
}

/** Where a mock of its own process keeps its data in place of that directory, as its command line says it. */
export const placeOf = async (directory: string): Promise<string[]> =>
  onDatabase ? ['--database', await inPlaceOf(directory)] : ['--data', directory]

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

/** Resolves when methods that answer at once know of every request that was answered: on a database they do a moment later. */
export async function heard({ admin_url }: Pick<kit.StartedMock, 'admin_url'>): Promise<void> {
  const others = beside.get(admin_url) ?? []
  // Each tells what it answered when it is asked, and the next one hears it: who was asked first hears the last one the second time.
  for (const url of [...others, admin_url, ...others])
    await (await fetch(`${url}/requests?limit=1`)).arrayBuffer()
}

/** Resolves when the requests that were answered so far are forgotten, and none that comes from now on will be. */
export async function forgotten(mock: Pick<kit.StartedMock, 'admin_url'>): Promise<void> {
  await heard(mock)
  await fetch(`${mock.admin_url}/requests`, { method: 'DELETE' })
}

/** By the admin URL of a mock, those of the others that are asked in turn with it. */
const beside = new Map<string, string[]>()

export async function startMock(options: kit.StartOptions = {}): Promise<kit.StartedMock> {
  const own = await onEngine(options)
  const first = await kit.startMock(own)
  if (REPLICAS === 1 || own.database === undefined) return first
  const others = await Promise.all(
    Array.from({ length: REPLICAS - 1 }, () => kit.startMock({ ...own, port: 0, reset: false })),
  )
  const all = [first, ...others]
  beside.set(
    first.admin_url,
    others.map(({ admin_url }) => admin_url),
  )
  const balancer = await startBalancer(all)
  const base_url = first.base_url.replace(new URL(first.base_url).origin, balancer.origin)
  const close = async () => {
    // What each sends when it ends is led to who waits for it.
    await Promise.all(all.map((each) => each.close()))
    await balancer.close()
  }
  // What it has by getters stays so.
  return Object.create(first, { base_url: { value: base_url }, close: { value: close } }) as kit.StartedMock
}

export const createApp = async (options: kit.AppOptions = {}): Promise<kit.MockApp> =>
  kit.createApp(await onEngine(options))

export const openMock = async (options: MockOptions): Promise<Mock> =>
  opening.openMock(await onEngine(options))

export const serveMock = async (options: serving.ServeOptions): Promise<serving.RunningMock> =>
  serving.serveMock(await onEngine(options))
