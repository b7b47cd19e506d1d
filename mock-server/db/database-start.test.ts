import { beforeAll, describe, expect, test } from 'vitest'
import { runFrontDoor } from '../testing/cli-process.ts'
import { noPostgres, query, sharedPostgres, type PostgresServer } from './testing/postgres.ts'
import { api } from '../testing/replicas/ask.ts'
import { Replica } from '../testing/replicas/replicas.ts'

/** Starts a mock that shall be refused. */
const refused = (...args: string[]) => runFrontDoor(['mock', '--port', '0', ...args])

const inOneLine = (said: RegExp) => ({
  code: 2,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(`^[^\\n]*${said.source}[^\\n]*\\n$`, said.flags)),
})

describe.skipIf(noPostgres)('a start on a database', () => {
  const SMALL = ['--scenario', 'small', '--seed', '3']
  let postgres: PostgresServer
  /** A database that was filled with SMALL. */
  let database = ''
  beforeAll(async () => {
    postgres = await sharedPostgres()
    database = await postgres.newDatabase()
    await fill(...SMALL)
  })

  /** Starts a replica on the database, and ends it. */
  const fill = async (...args: string[]) => (await Replica.start(postgres, database, args)).close()

  test('takes what is there, and the same scenario for it', async () => {
    await fill(...SMALL)
    const replica = await Replica.start(postgres, database)
    expect((await api(replica, 'GET', '/settings', { key: 'test_key_small_store' })).status).toBe(200)
    await replica.close()
  })

  test.each([
    ['scenario', ['--scenario', 'empty']],
    ['seed', ['--scenario', 'small', '--seed', '4']],
  ])('refuses another %s than it was filled with', async (_, args) => {
    const answer = await refused('--database', database, ...args)
    expect(answer).toMatchObject(inOneLine(/filled with the scenario small and seed 3/))
  })

  test('refuses a format of a later version, and says what to do', async () => {
    await query(database, 'update invoicing_kit.format set version = version + 1')
    const answer = await refused('--database', database)
    await query(database, 'update invoicing_kit.format set version = version - 1')
    expect(answer).toMatchObject(inOneLine(/version/))
  })

  test.each([['--memory'], ['--data', 'somewhere']])('refuses %s beside it', async (...args) => {
    expect(await refused('--database', database, ...args)).toMatchObject(inOneLine(/--database/))
  })

  test('says that a database is out of reach, and never the password', async () => {
    const answer = await refused('--database', 'postgres://someone:s3cret@127.0.0.1:1/kit')
    expect(answer).toMatchObject(inOneLine(/127\.0\.0\.1/))
    expect(answer.stderr).not.toContain('s3cret')
  })

  test.each(['mysql://localhost/kit', 'kit', ''])(
    'says what a URL looks like, where %j is none',
    async (url) => {
      expect(await refused('--database', url)).toMatchObject(inOneLine(/postgres:\/\//))
    },
  )

  test('needs no rights but to connect and to create', async () => {
    const empty = await postgres.newDatabase()
    const name = new URL(empty).pathname.slice(1)
    await query(
      empty,
      `create role kit_${name} login; revoke all on database ${name} from public; revoke all on schema public from public;
       grant connect, create on database ${name} to kit_${name}`,
    )
    const own = empty.replace('postgres@', `kit_${name}@`)
    for (const _ of ['with the right to create', 'without it']) {
      const replica = await Replica.start(postgres, own, ['--scenario', 'small'])
      const asked = await api(replica, 'GET', '/settings', { key: 'test_key_small_store' })
      expect(asked.status).toBe(200)
      await replica.close()
      await query(empty, `revoke create on database ${name} from kit_${name}`)
    }
  })
})
