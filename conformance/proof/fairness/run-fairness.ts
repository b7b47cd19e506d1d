import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { positiveInteger, wholeNumber } from '../../../schemas/command-line/whole-number.ts'
import { script } from '../../../schemas/testing/script.ts'
import { inProcesses } from '../mutants/process-pool.ts'
import type { FairnessAnswer, FairnessOrder } from './fairness-process.ts'
import { ROWS } from './rows.ts'

const command = script('fairness', 'does the suite fail what is right?')
  .argument('[names...]', 'areas, clauses and sections to be judged; all when left out')
  .option('--seeds <number>', 'by how many seeds each server is judged', positiveInteger, 1)
  .option('--seed <number>', 'the first of them', wholeNumber(), 1)
  .option('--runs <number>', 'values that each property tries', positiveInteger)
  .option('--only <text>', 'servers that have this in their name', '')
  .option('--jobs <number>', 'how many are judged at a time', positiveInteger, availableParallelism())
  .option('--list', 'name the servers and judge none', false)
  .parse()
const { seeds, seed: first, runs, only, jobs, list } = command.opts<Values>()
const names = Object.keys(ROWS).filter((name) => name.includes(only))
if (names.length === 0) command.error(`error: no server has '${only}' in its name; --list names them`)
const orders = Array.from({ length: seeds }, (_, index) =>
  names.map((name): FairnessOrder => ({
    name,
    seed: first + index,
    selection: command.args,
    ...(runs !== undefined && { runs }),
  })),
).flat()

if (list) for (const name of names) console.log(name)
else await judgeAll()

interface Values {
  seeds: number
  seed: number
  runs?: number
  only: string
  jobs: number
  list: boolean
}

async function judgeAll(): Promise<void> {
  let [done, wrong] = [0, 0]
  await inProcesses<FairnessOrder, FairnessAnswer>(orders, {
    script: join(import.meta.dirname, 'fairness-process.ts'),
    jobs,
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
