import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keysOf } from '../../../schemas/tables.ts'
import { DEFAULT_DIALECT } from '../../../schemas/dialect.ts'
import { randomDialect, singleChanges } from '../mutants/other-dialects.ts'
import { inProcesses } from '../mutants/process-pool.ts'
import { PROFILES } from '../plain-server/profiles.ts'
import type { Grade } from './grade.ts'
import type { TwinAnswer, TwinOrder } from './twin-process.ts'

// npm run twins [-- --random N --singles SEEDS --plain SEEDS --requests N --seed N --only TEXT --jobs N]: does a mock that
// was taught what a probe learned of a server answer like it?

const { values } = parseArgs({
  options: {
    random: { type: 'string', default: '20' },
    singles: { type: 'string', default: '0' },
    plain: { type: 'string', default: '1' },
    requests: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
})
const first = Number(values.seed)
const seeds = (count: string) => Array.from({ length: Number(count) }, (_, index) => first + index)
const orders = [
  ...seeds(values.random).map((seed): TwinOrder => {
    const { name, dialect } = randomDialect(seed)
    return { kind: 'mock', name, dialect, seed, requests: Number(values.requests) }
  }),
  // What one change does to answers is seen in the random ones: here the probe alone is of interest.
  ...seeds(values.singles).flatMap((seed) =>
    singleChanges().map(({ name, dialect }): TwinOrder => ({
      kind: 'mock',
      name,
      dialect,
      seed,
      requests: 0,
    })),
  ),
  ...seeds(values.plain).flatMap((seed) =>
    Object.keys(PROFILES).map((profile): TwinOrder => ({
      kind: 'plain',
      name: `plain server, ${profile}`,
      profile,
      seed,
    })),
  ),
].filter(({ name }) => name.includes(values.only))

const answers: TwinAnswer[] = []
await inProcesses<TwinOrder, TwinAnswer>(orders, {
  script: join(import.meta.dirname, 'twin-process.ts'),
  jobs: Number(values.jobs),
  onAnswer(answer) {
    answers.push(answer)
    const { name, wrong, told } = answer
    console.log(`${wrong.length === 0 ? 'alike' : 'UNLIKE'}  ${answers.length}/${orders.length}  ${name}`)
    for (const line of [...wrong.slice(0, 12), ...told]) console.log(`        ${line}`)
  },
  failed: ({ name }, why) => ({ name, grades: [], wrong: [why], told: [] }),
})

/** How often each question was learned how. */
const GRADES: readonly Grade[] = ['right', 'equal', 'assumed', 'not shown', 'WRONG']
const all = answers.flatMap(({ grades }) => grades)
console.log(`\n${'question'.padEnd(32)}${GRADES.map((grade) => grade.padStart(11)).join('')}`)
for (const key of keysOf(DEFAULT_DIALECT)) {
  const count = (grade: Grade) => all.filter(([of, how]) => of === key && how === grade).length
  console.log(`${key.padEnd(32)}${GRADES.map((grade) => String(count(grade)).padStart(11)).join('')}`)
}
const unlike = answers.filter(({ wrong }) => wrong.length > 0).length
console.log(`\n${answers.length} servers learned, ${unlike} with a difference`)
if (unlike > 0) process.exitCode = 1
