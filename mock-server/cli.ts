import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { wholeNumber } from '../schemas/command-line/whole-number.ts'
import { DialectError } from '../schemas/dialect.ts'
import { DIALECTS } from './dialects/files.ts'
import { ownProcess } from './garbage.ts'
import { DatabaseFailure, DatabaseRefused } from './db/errors.ts'
import { placeOf as databaseName } from './db/postgres/place.ts'
import { DEFAULT_LIMIT, MOST_ENTRIES } from '../schemas/journal/journal.ts'
import { readyToRead } from './gates/ready.ts'
import { MockRefused } from './mock-refused.ts'
import { serveMock, type RunningMock, type ServeOptions } from './serve.ts'
import { loadExpress } from './load-express.ts'
import { idle } from './slices.ts'
import { banner, readyLine } from './start-message.ts'

/** Delay of the process that draws documents, and of work on the main thread. The first request is answered before both. */
const DRAWING_AFTER_MS = 20
const REST_AFTER_MS = 100

/** Holds the database, where no flag says where the data is. */
const DATABASE_VARIABLE = 'INVOICING_KIT_DATABASE'

interface Flags {
  port: number
  host: string
  data: string
  memory?: true
  database?: string | undefined
  scenario?: string
  seed?: number
  reset?: true
  dialect?: string
  adminToken?: string
  trustProxy?: true
  journal: number
  verbose?: true
  json?: true
}

const HELP = `
Exit codes: 0 ended by Ctrl-C or SIGTERM, 2 could not start or could not save a change.

Examples:
  invoicing-kit mock --memory --port 0 --json
  invoicing-kit mock --scenario every-status --reset`

/** `invoicing-kit mock`: every flag, and what it does. */
export function mockCommand(): Command {
  const command = new Command('mock')
    .description('start the mock server')
    .option('--port <number>', 'port to listen on; 0 takes a free one', wholeNumber(65_535), 4010)
    .option(
      '--host <host>',
      'address to listen on; any address but loopback needs --admin-token',
      '127.0.0.1',
    )
    .option('--data <dir>', 'directory that keeps the data', directoryName, '.invoicing-kit')
    .addOption(new Option('--memory', 'keep the data in memory only').conflicts('data'))
    .addOption(
      new Option(
        '--database <url>',
        `PostgreSQL database that keeps the data; several mocks can share it (env: ${DATABASE_VARIABLE})`,
      ).conflicts(['data', 'memory']),
    )
    .option('--scenario <name|file>', 'scenario that fills an empty directory (default: "default")')
    .option('--seed <number>', 'seed of the scenario', wholeNumber())
    .option('--reset', 'delete all data and start from the scenario')
    .option(
      '--dialect <name|file>',
      `answers to the open questions: ${DIALECTS.join(' or ')}, or a JSON file`,
    )
    .addOption(
      new Option('--admin-token <token>', 'token that requests to the admin API must carry').env(
        'INVOICING_KIT_ADMIN_TOKEN',
      ),
    )
    .option('--trust-proxy', 'use X-Forwarded-Proto and X-Forwarded-Host in URLs')
    .option(
      '--journal <number>',
      'requests that the journal keeps; 0 switches it off',
      wholeNumber(MOST_ENTRIES),
      DEFAULT_LIMIT,
    )
    .option('--verbose', 'log each request to stderr, with its status and its violations of the contract')
    .option('--json', 'print one line of JSON when ready')
    .addHelpText('after', HELP)
  return command.action((flags: Flags) => run(command, { ...flags, database: databaseOf(command, flags) }))
}

/** Read here and not by Commander, which takes a variable for as much as a flag: what is typed wins, and an empty variable, as a secret that is not set leaves one, is none. */
function databaseOf(command: Command, { database, memory }: Flags): string | undefined {
  const isElsewhere = memory || command.getOptionValueSource('data') === 'cli'
  return database ?? (isElsewhere ? undefined : process.env[DATABASE_VARIABLE] || undefined)
}

function directoryName(text: string): string {
  if (text !== '') return text
  throw new InvalidArgumentError('It must be the path of a directory.')
}

async function run(command: Command, flags: Flags): Promise<void> {
  try {
    ownProcess()
    const running = await serveMock(serveOptions(flags))
    endOnSignal(running)
    running.mock.notes.forEach(say)
    process.stdout.write(flags.json ? readyLine(running) : banner(running, placeName(flags)), (error) => {
      // Who waits for this line would wait forever. The front door tells what is wrong.
      if (error) void running.close()
    })
    setTimeout(() => warmUp().catch(sayCold), DRAWING_AFTER_MS).unref()
  } catch (error) {
    if (!isRefusal(error)) throw error
    const says = error instanceof MockRefused ? error.forCommand : error.message
    // One line, or one for each mistake in a file.
    command.error(`error: ${says}`, { exitCode: 2 })
  }
}

/** Where the data is, in words; without the password of a database. */
function placeName({ memory, database, data }: Flags): string {
  if (database !== undefined) return databaseName(database)
  return memory ? 'in memory' : data
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)

const sayCold = (error: unknown): void =>
  say(`What is needed later could not be loaded ahead of time: ${String(error)}`)

/** The first PDF would pay for loading what reads its request and draws it, the first look at the console for the rest; the first answers must not, nor whoever waits for a large store to be opened. */
async function warmUp(): Promise<void> {
  await idle()
  const documents = await import('./documents/warm-up.ts')
  await Promise.all([documents.warmUp(), warmUpRest()])
}

async function warmUpRest(): Promise<void> {
  await sleep(REST_AFTER_MS - DRAWING_AFTER_MS, undefined, { ref: false })
  await loadExpress(idle)
  await readyToRead()
  await import('./admin/admin.ts')
}

/** What the user can mend: everything else is a fault of ours and shows where. */
function isRefusal(error: unknown): error is Error {
  return [MockRefused, DatabaseRefused, DatabaseFailure, DialectError].some((kind) => error instanceof kind)
}

function serveOptions(flags: Flags): ServeOptions {
  const { port, host } = flags
  return {
    port,
    host,
    // An empty one, as an environment may have it, is none.
    adminToken: flags.adminToken || undefined,
    data: flags.memory || flags.database !== undefined ? undefined : flags.data,
    database: flags.database,
    scenario: flags.scenario,
    seed: flags.seed,
    reset: flags.reset ?? false,
    dialect: flags.dialect,
    trustProxy: flags.trustProxy ?? false,
    journal: flags.journal,
    log: flags.verbose ? say : undefined,
    tell: say,
  }
}

/** The first signal lets requests in progress finish and saves everything; a second one ends at once. */
function endOnSignal(running: RunningMock): void {
  const end = (): void => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, end)
    void running.close().then(() => {
      // What was answered is saved. That nothing else was is no good end.
      if (running.mock.db.failure !== null) process.exitCode = 2
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
}
