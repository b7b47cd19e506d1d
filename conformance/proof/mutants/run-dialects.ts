import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { DialectAnswer, DialectOrder } from './dialect-process.ts'
import { randomDialect, singleChanges } from './other-dialects.ts'
import { inProcesses } from './process-pool.ts'

// npm run dialects [-- --random N --seed N --only TEXT --jobs N]: is the suite fair to the mock in every other dialect?

const { values } = parseArgs({
  options: {
    random: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
})
const first = Number(values.seed)
const random = Array.from({ length: Number(values.random) }, (_, index) => randomDialect(first + index))
const orders = [...singleChanges(), ...random]
  .map((one, index): DialectOrder => ({ ...one, seed: first + index }))
  .filter(({ name }) => name.includes(values.only))

const answers: DialectAnswer[] = []
await inProcesses<DialectOrder, DialectAnswer>(orders, {
  script: join(import.meta.dirname, 'dialect-process.ts'),
  jobs: Number(values.jobs),
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
