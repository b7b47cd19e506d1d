import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../bench/server-process.ts'
import { runRefused, startMockProcess } from '../testing/cli-process.ts'
import { noPostgres, OWNER, query, startPostgres, type PostgresServer } from './testing/postgres.ts'

/** The certificate of the server is for the name localhost alone, and signed by `authority.pem`. Each is valid for a hundred years. */
const TLS = join(import.meta.dirname, 'testing/tls')
const AUTHORITY = `sslrootcert=${join(TLS, 'authority.pem')}`

describe.skipIf(noPostgres)('a database by TLS', () => {
  let postgres: PostgresServer
  let port = 0
  let directory = ''

  /** The server reads its key only where it is its own, and nobody else's to read. */
  function ownCopy(file: string): string {
    const copy = join(directory, file)
    copyFileSync(join(TLS, file), copy)
    if (OWNER.uid !== undefined) chownSync(copy, OWNER.uid, OWNER.gid)
    chmodSync(copy, 0o600)
    return copy
  }

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'tls-'))
    if (OWNER.uid !== undefined) chownSync(directory, OWNER.uid, OWNER.gid)
    port = await freePort()
    postgres = await startPostgres({
      listen_addresses: '127.0.0.1',
      port: String(port),
      ssl: 'on',
      ssl_cert_file: ownCopy('server.pem'),
      ssl_key_file: ownCopy('server-key.pem'),
    })
  })
  afterAll(async () => {
    await postgres.close()
    rmSync(directory, { recursive: true })
  })

  const url = (parameters: string, host = 'localhost') =>
    `postgres://postgres:s3cret@${host}:${port}/postgres?${parameters}`

  /** Whether the connections of the mock that runs are encrypted. */
  const encrypted = async () =>
    (
      await query(
        url('sslmode=disable'),
        "select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'invoicing-kit'",
      )
    ).map(({ ssl }) => ssl)

  test.each([
    ['checks certificate and name', `sslmode=verify-full&${AUTHORITY}`, true],
    ['checks them for require too', `sslmode=require&${AUTHORITY}`, true],
    ['checks nothing where it is told so', 'sslmode=no-verify', true],
    ['is not used where it is told so', 'sslmode=disable', false],
  ])('%s', async (_, parameters, isEncrypted) => {
    const mock = await startMockProcess(['--database', url(parameters)])
    expect(await encrypted()).toEqual([isEncrypted])
    expect((await fetch(`${mock.admin_url}/health`)).status).toBe(200)
    await mock.end('SIGTERM')
  })

  const ANOTHER = `sslrootcert=${join(TLS, 'another-authority.pem')}`

  test.each([
    ['another authority', `sslmode=verify-full&${ANOTHER}`, 'localhost', true],
    ['another authority for require too', `sslmode=require&${ANOTHER}`, 'localhost', true],
    ['an authority that is not known', 'sslmode=verify-full', 'localhost', true],
    ['another name', `sslmode=verify-full&${AUTHORITY}`, '127.0.0.1', false],
    ['another name for require too', `sslmode=require&${AUTHORITY}`, '127.0.0.1', false],
    ['a file that is not there', 'sslmode=verify-full&sslrootcert=/nowhere.pem', 'localhost', false],
  ])('refuses %s in one sentence, without the password', async (_, parameters, host, isOfAuthority) => {
    const { code, stdout, stderr } = await runRefused(['--database', url(parameters, host)])
    expect([code, stdout]).toEqual([2, ''])
    // Of `require` the driver warns before.
    const own = parameters.startsWith('sslmode=require') ? stderr.replace(/^\(node:[^]*\)\n/, '') : stderr
    expect(own).toMatch(/^[^\n]*cannot be used: [^\n]*\n$/)
    expect(stderr.includes('sslrootcert=FILE')).toBe(isOfAuthority)
    expect(stderr).not.toContain('s3cret')
  })
})
