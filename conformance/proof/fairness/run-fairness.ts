import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inProcesses } from '../mutants/process-pool.ts'
import type { FairnessAnswer, FairnessOrder } from './fairness-process.ts'
import { ROWS } from './rows.ts'

// npm run fairness [-- AREA … --seeds N --seed N --runs N --only TEXT --jobs N --list]: does the suite fail what is right?

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string' },
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    list: { type: 'boolean', default: false },
  },
})
const first = Number(values.seed)
const names = Object.keys(ROWS).filter((name) => name.includes(values.only))
const orders = Array.from({ length: Number(values.seeds) }, (_, index) =>
  names.map((name): FairnessOrder => ({
    name,
    seed: first + index,
    selection: positionals,
    ...(values.runs !== undefined && { runs: Number(values.runs) }),
  })),
).flat()

if (values.list) for (const name of names) console.log(name)
else await judgeAll()

async function judgeAll(): Promise<void> {
  let [done, wrong] = [0, 0]
  await inProcesses<FairnessOrder, FairnessAnswer>(orders, {
    script: join(import.meta.dirname, 'fairness-process.ts'),
    jobs: Number(values.jobs),
    onAnswer({ name, seed, unfair, passes, requests, seconds }) {
      const verdict = unfair.length === 0 ? 'fair' : 'UNFAIR'
      console.log(
        `${verdict}  ${++done}/${orders.length}  ${name}, seed ${seed}: ${passes} pass, ${requests} requests, ${seconds} s`,
      )
      for (const line of unfair) console.log(`        ${line}`)
      if (unfair.length > 0) wrong++
    },
    failed: (order, why) => ({ ...order, unfair: [why], passes: 0, requests: 0, seconds: 0 }),
  })
  console.log(`\n${orders.length} runs on ${names.length} correct servers, ${wrong} with a failure`)
  if (wrong > 0) process.exitCode = 1
}
