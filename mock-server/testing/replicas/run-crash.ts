import { spawnSync } from 'node:child_process'
import { positiveInteger, wholeNumber } from '../../../schemas/command-line/whole-number.ts'
import { script } from '../../../schemas/testing/script.ts'
import { crashReplicas } from './trial.ts'

const { database, faults, seed, only } = script(
  'crash',
  'is no acknowledged write lost when writers of files are killed, or replicas and their PostgreSQL break?',
)
  .option('--database', 'break replicas instead of writers of files', false)
  .option('--faults <number>', 'how many things break', positiveInteger, 60)
  .option('--seed <number>', 'which ones, and when', wholeNumber(), 1)
  .option('--only <text>', 'faults that have this in their name', '')
  .parse()
  .opts<{ database: boolean; faults: number; seed: number; only: string }>()

process.exitCode = database ? await crashDatabase() : crashFiles()

function crashFiles(): number {
  const files = ['mock-server/db/crash.test.ts', 'mock-server/db/lock.test.ts']
  const env = { CRASH_KILLS: '30', ...process.env }
  return spawnSync('npx', ['vitest', 'run', ...files], { stdio: 'inherit', env }).status ?? 1
}

async function crashDatabase(): Promise<number> {
  let done = 0
  const { findings, acknowledged, unknown } = await crashReplicas({
    faults,
    seed,
    only,
    onFault: (name, count) => console.log(`${++done}  after ${count} acknowledged writes ${name}`),
  })
  for (const finding of findings) console.log(`BROKEN  ${finding}`)
  console.log(
    `${faults} faults, seed ${seed}: ${acknowledged} writes acknowledged, ${unknown} without an answer, ${findings.length} promises broken`,
  )
  return findings.length === 0 ? 0 : 1
}
