import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { crashReplicas } from './trial.ts'

// npm run crash [-- --database --faults N --seed N --only TEXT]: kills writers of a database of files, or breaks replicas and their PostgreSQL.

const { values } = parseArgs({
  options: {
    database: { type: 'boolean', default: false },
    faults: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})

process.exitCode = values.database ? await crashDatabase() : crashFiles()

function crashFiles(): number {
  const files = ['mock-server/db/crash.test.ts', 'mock-server/db/lock.test.ts']
  const env = { CRASH_KILLS: '30', ...process.env }
  return spawnSync('npx', ['vitest', 'run', ...files], { stdio: 'inherit', env }).status ?? 1
}

async function crashDatabase(): Promise<number> {
  const [faults, seed] = [Number(values.faults), Number(values.seed)]
  let done = 0
  const { findings, acknowledged, unknown } = await crashReplicas({
    faults,
    seed,
    only: values.only,
    onFault: (name, count) => console.log(`${++done}  after ${count} acknowledged writes ${name}`),
  })
  for (const finding of findings) console.log(`BROKEN  ${finding}`)
  console.log(
    `${faults} faults, seed ${seed}: ${acknowledged} writes acknowledged, ${unknown} without an answer, ${findings.length} promises broken`,
  )
  return findings.length === 0 ? 0 : 1
}
