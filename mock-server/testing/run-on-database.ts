import { spawnSync } from 'node:child_process'
import { PROGRAMS } from '../db/testing/postgres.ts'

// npm run test:database [-- FILE …]: tests of what is asked of a mock from outside, on PostgreSQL.

/** Their mocks are started by `engine.ts`. */
const FILES = [
  'mock-server/admin/',
  'mock-server/desk/desk.test.ts',
  'mock-server/desk/faults.test.ts',
  'mock-server/desk/said.test.ts',
  'mock-server/desk/snapshots.test.ts',
  'mock-server/faults/faults.test.ts',
  'mock-server/index.test.ts',
  'mock-server/journal/',
  'mock-server/reset.test.ts',
  'mock-server/routes/docs.test.ts',
]

const LATER = 'in the process itself a request stands in the journal a fifth of a second after its answer'

/** Tests of these files that are left out, by their names, each with what is different by design. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'gives an app that another can mount': LATER,
  'keeps the latest, oldest first': LATER,
  'Last-Event-ID resumes': 'numbers of events are those of all that replicas tell each other',
  'keeps its data where it is told to': 'a method that answers at once knows the stores in memory',
  'a lost answer is saved, and the fault stands': 'how often a fault was played outlives a restart',
  'refuses {"data":""}': 'it is about a directory',
}

for (const [name, reason] of Object.entries(LEFT_OUT)) console.log(`left out  ${name}: ${reason}`)
if (PROGRAMS === undefined) throw new Error('There is no PostgreSQL to test with.')
const names = Object.keys(LEFT_OUT).map((name) => name.replace(/[{}]/g, '\\$&'))
const files = process.argv.length > 2 ? process.argv.slice(2) : FILES
const { status } = spawnSync('npx', ['vitest', 'run', ...files, '-t', `^(?!.*(${names.join('|')}))`], {
  stdio: 'inherit',
  env: { ...process.env, INVOICING_KIT_TEST_DATABASE: '1' },
})
process.exitCode = status ?? 1
