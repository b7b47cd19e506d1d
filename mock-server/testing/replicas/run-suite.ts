import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseTarget, run } from '../../../conformance/index.ts'
import { inWords } from '../../../conformance/proof/fairness/judge-row.ts'
import { unfair } from '../../../conformance/proof/mutants/judge-dialect.ts'
import { randomDialect } from '../../../conformance/proof/mutants/other-dialects.ts'
import { wholeNumber } from '../../../schemas/command-line/whole-number.ts'
import { script } from '../../../schemas/testing/script.ts'
import { startPostgres, type PostgresServer } from '../../db/testing/postgres.ts'
import { admin } from './ask.ts'
import { startBalancer } from './balancer.ts'
import { startReplicas } from './replicas.ts'

const {
  random,
  seed: first,
  only,
} = script('replicas', 'does the suite find nothing wrong with three replicas behind one address?')
  .option('--random <number>', 'how many random dialects, beside the default one', wholeNumber(), 10)
  .option('--seed <number>', 'of the first; each has the next', wholeNumber(), 1)
  .option('--only <text>', 'dialects that have this in their name', '')
  .parse()
  .opts<{ random: number; seed: number; only: string }>()
const drawn = Array.from({ length: random }, (_, index) => randomDialect(first + index))
const rows = [{ name: 'default', dialect: {} }, ...drawn].filter(({ name }) => name.includes(only))

const postgres = await startPostgres()
let wrong = 0
for (const [at, { name, dialect }] of rows.entries()) {
  const { against, passes, requests, seconds } = await judge(postgres, dialect, first + at)
  const verdict = against.length === 0 ? 'fair' : 'UNFAIR'
  console.log(`${verdict}  ${name}: ${passes} clauses pass, ${requests} requests, ${seconds} s`)
  for (const line of against) console.log(`        ${line}`)
  if (against.length > 0) wrong++
}
await postgres.close()
console.log(`\n${rows.length} dialects on three replicas, ${wrong} with a failure`)
if (wrong > 0) process.exitCode = 1

/** Runs the suite on three replicas that speak this dialect. */
async function judge(server: PostgresServer, dialect: object, seed: number) {
  const file = join(server.directory, 'dialect.json')
  await writeFile(file, JSON.stringify(dialect))
  const replicas = await startReplicas(server, 3, ['--dialect', file])
  const balancer = await startBalancer(replicas)
  try {
    const { verdicts, requests, duration_ms } = await run(await target(balancer.origin), { seed })
    const passes = verdicts.filter(({ outcome }) => outcome === 'pass').length
    return {
      against: unfair(verdicts).map(inWords),
      passes,
      requests,
      seconds: Math.round(duration_ms / 1000),
    }
  } finally {
    await balancer.close()
    await Promise.all(replicas.map((replica) => replica.close()))
  }

  /** The replicas' target, at the address that leads to all of them. */
  async function target(origin: string) {
    const [replica] = replicas
    if (replica === undefined) throw new Error('No replica was started')
    const { text } = await admin(replica, 'GET', '/target')
    return parseTarget(JSON.parse(text.replaceAll(new URL(replica.admin_url).origin, origin)))
  }
}
