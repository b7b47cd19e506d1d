import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { positiveInteger, wholeNumber } from '../../../schemas/command-line/whole-number.ts'
import { script } from '../../../schemas/testing/script.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { DEFAULT_DIALECT } from '../../../schemas/dialect.ts'
import { randomDialect, singleChanges } from '../mutants/other-dialects.ts'
import { inProcesses } from '../mutants/process-pool.ts'
import { PROFILES } from '../plain-server/profiles.ts'
import type { Grade } from './grade.ts'
import type { TwinAnswer, TwinOrder } from './twin-process.ts'

const values = script('twins', 'does a mock that was taught what a probe learned of a server answer like it?')
  .option('--random <number>', 'how many random dialects', wholeNumber(), 20)
  .option('--singles <seeds>', 'by how many seeds the single changes are learned', wholeNumber(), 0)
  .option('--plain <seeds>', 'by how many seeds the profiles of the plain server', wholeNumber(), 1)
  .option('--requests <number>', 'how many both twins are asked', wholeNumber(), 500)
  .option('--seed <number>', 'the first seed', wholeNumber(), 1)
  .option('--only <text>', 'those that have this in their name', '')
  .option('--jobs <number>', 'how many are tried at a time', positiveInteger, availableParallelism())
  .parse()
  .opts<Record<'random' | 'singles' | 'plain' | 'requests' | 'seed' | 'jobs', number> & { only: string }>()
const seeds = (count: number) => Array.from({ length: count }, (_, index) => values.seed + index)
const orders = [
  ...seeds(values.random).map((seed): TwinOrder => {
    const { name, dialect } = randomDialect(seed)
    return { kind: 'mock', name, dialect, seed, requests: values.requests }
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
  jobs: values.jobs,
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
