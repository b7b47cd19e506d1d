import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { positiveInteger, wholeNumber } from '../../../schemas/command-line/whole-number.ts'
import { script } from '../../../schemas/testing/script.ts'
import type { DialectAnswer, DialectOrder } from './dialect-process.ts'
import { randomDialect, singleChanges } from './other-dialects.ts'
import { inProcesses } from './process-pool.ts'

const command = script('dialects', 'is the suite fair to the mock in every other dialect?')
  .option('--random <number>', 'how many random ones, beside all single changes', wholeNumber(), 100)
  .option('--seed <number>', 'of the first; each has the next', wholeNumber(), 1)
  .option('--only <text>', 'those that have this in their name', '')
  .option('--jobs <number>', 'how many are tried at a time', positiveInteger, availableParallelism())
  .parse()
const { random, seed, only, jobs } = command.opts<{
  random: number
  seed: number
  only: string
  jobs: number
}>()
const drawn = Array.from({ length: random }, (_, index) => randomDialect(seed + index))
const orders = [...singleChanges(), ...drawn]
  .map((one, index): DialectOrder => ({ ...one, seed: seed + index }))
  .filter(({ name }) => name.includes(only))
if (orders.length === 0) command.error(`error: no dialect has '${only}' in its name`)

const answers: DialectAnswer[] = []
await inProcesses<DialectOrder, DialectAnswer>(orders, {
  script: join(import.meta.dirname, 'dialect-process.ts'),
  jobs,
  onAnswer(answer) {
    answers.push(answer)
    const { name, unfair } = answer
    console.log(`${unfair.length === 0 ? 'fair' : 'UNFAIR'}  ${answers.length}/${orders.length}  ${name}`)
    for (const line of unfair) console.log(`        ${line}`)
  },
  failed: ({ name }, why) => ({ name, unfair: [why] }),
})
const wrong = answers.filter(({ unfair }) => unfair.length > 0).length
console.log(`\n${answers.length} dialects, ${wrong} with a failure`)
if (wrong > 0) process.exitCode = 1
