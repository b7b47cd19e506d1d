import { spawnSync } from 'node:child_process'
import { PROGRAMS } from '../db/testing/postgres.ts'

// npm run test:database [-- FILE …]: tests of what is asked of a mock from outside, on PostgreSQL.

/** Their mocks are started by `engine.ts`. */
const FILES = [
  'mock-server/admin/',
  'mock-server/app.test.ts',
  'mock-server/desk/coverage.test.ts',
  'mock-server/desk/desk.test.ts',
  'mock-server/desk/faults.test.ts',
  'mock-server/desk/large-scenario.test.ts',
  'mock-server/desk/requests.test.ts',
  'mock-server/desk/said.test.ts',
  'mock-server/desk/snapshots.test.ts',
  'mock-server/desk/state.test.ts',
  'mock-server/desk/why.test.ts',
  'mock-server/dialects.test.ts',
  'mock-server/faults/faults.test.ts',
  'mock-server/index.test.ts',
  'mock-server/journal/',
  'mock-server/mock.test.ts',
  'mock-server/reset.test.ts',
  'mock-server/restart.test.ts',
  'mock-server/routes/docs.test.ts',
  'mock-server/routes/downloads.test.ts',
  'mock-server/wire.test.ts',
]

/** Of these files each mock is three replicas besides, of which the API is asked in turn. Of the others none starts a mock that listens, or they count what one process has. */
const ON_THREE = [
  'mock-server/desk/coverage.test.ts',
  'mock-server/desk/requests.test.ts',
  'mock-server/desk/said.test.ts',
  'mock-server/desk/snapshots.test.ts',
  'mock-server/desk/state.test.ts',
  'mock-server/desk/why.test.ts',
  'mock-server/faults/faults.test.ts',
  'mock-server/index.test.ts',
  'mock-server/journal/stream.test.ts',
  'mock-server/reset.test.ts',
]

/** For files that are named: `INVOICING_KIT_TEST_REPLICAS=3` asks for three of each mock. */
const REPLICAS = Number(process.env['INVOICING_KIT_TEST_REPLICAS'] ?? 1)

const LATER = 'in the process itself a request stands in the journal a fifth of a second after its answer'

const DIRECTORY = 'it is about a directory'

/** Tests of these files that are left out, by their names, each with what is different by design. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'gives an app that another can mount': LATER,
  'keeps the latest, oldest first': LATER,
  'Last-Event-ID resumes': 'numbers of events are those of all that replicas tell each other',
  'keeps its data where it is told to': 'a method that answers at once knows the stores in memory',
  'a lost answer is saved, and the fault stands': 'how often a fault was played outlives a restart',
  'refuses {"data":""}': DIRECTORY,
  'a directory belongs to one process': DIRECTORY,
  'what is told of the data is told to who listens': DIRECTORY,
  'the data that a version of format': DIRECTORY,
  'a store can be written to all the while': 'nothing is changed outside a turn, and turns wait for a load',
}

/** Those that are left out of three replicas besides. */
const LEFT_OUT_OF_THREE: Readonly<Record<string, string>> = {
  'before the answer, and the answers that wait behind it':
    'what waits on one connection is asked of two replicas',
  'close lets go of the port': 'the address is that of the balancer, and the port that of a replica',
}

if (PROGRAMS === undefined) throw new Error('There is no PostgreSQL to test with.')
const given = process.argv.slice(2)
const passed = given.length > 0 ? [run(given)] : [run(FILES, 1), run(ON_THREE, 3)]
process.exitCode = passed.every(Boolean) ? 0 : 1

function run(files: readonly string[], replicas = REPLICAS): boolean {
  const leftOut = { ...LEFT_OUT, ...(replicas > 1 && LEFT_OUT_OF_THREE) }
  for (const [name, reason] of Object.entries(leftOut)) console.log(`left out  ${name}: ${reason}`)
  const names = Object.keys(leftOut).map((name) => name.replace(/[{}]/g, '\\$&'))
  const env = {
    ...process.env,
    INVOICING_KIT_TEST_REPLICAS: String(replicas),
    INVOICING_KIT_TEST_DATABASE: '1',
  }
  const args = ['vitest', 'run', ...files, '-t', `^(?!.*(${names.join('|')}))`]
  return spawnSync('npx', args, { stdio: 'inherit', env }).status === 0
}
