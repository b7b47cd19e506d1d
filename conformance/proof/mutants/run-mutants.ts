import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { positiveInteger, wholeNumber } from '../../../schemas/command-line/whole-number.ts'
import { script } from '../../../schemas/testing/script.ts'
import { MUTANTS } from './index.ts'
import type { Judgement } from './judge-mutant.ts'
import type { Order } from './judge-process.ts'
import { meantBy } from './meant-by.ts'
import { lineOf, printSummary } from './mutant-report.ts'
import type { Mutant } from './mutant.ts'
import { inProcesses } from './process-pool.ts'
import { sampleOf } from './sample.ts'

const command = script('mutants', 'does the suite find every fault?')
  .argument('[words...]', 'areas, clauses, or what stands in the clause, id or sentence of a mutant')
  .option('--all', 'try all; without words, three of each clause are drawn by the seed', false)
  .option('--seed <number>', 'what is drawn, and the seed of all runs', wholeNumber(), 1)
  .option('--jobs <number>', 'how many are tried at a time', positiveInteger, availableParallelism())
  .option('--clauses', 'tell how many were found of each clause, not of each area', false)
  .option('--json', 'print what was found as JSON, at the end', false)
  .parse()
const { all, seed, jobs, clauses, json } = command.opts<{
  all: boolean
  seed: number
  jobs: number
  clauses: boolean
  json: boolean
}>()
const chosen = command.args.length > 0 ? meant(command.args) : all ? MUTANTS : sampleOf(MUTANTS, seed)
const judgements: Judgement[] = []
const orders = [null, ...chosen.map(({ id }) => id)].map((id): Order => ({ id, seed }))
await inProcesses<Order, Judgement>(orders, {
  script: join(import.meta.dirname, 'judge-process.ts'),
  jobs,
  onAnswer(judgement) {
    judgements.push(judgement)
    if (!json) console.log(lineOf(judgement))
  },
  failed: ({ id }, why) => ({ id: id ?? '', outcome: 'error', by: [why], requests: 0, ms: 0 }),
})
if (json) console.log(JSON.stringify(judgements.map(withClause), null, 2))
else printSummary(chosen, judgements, clauses ? 'clause' : 'area')
process.exitCode = judgements.every(isGood) ? 0 : 1

/** What any of the words means; each means something, or is mistyped. */
function meant(words: readonly string[]): Mutant[] {
  const found = words.map((word) => {
    const mutants = meantBy(word, MUTANTS)
    if (mutants.length === 0)
      command.error(`error: no mutant has '${word}' in its area, clause, id or sentence`)
    return mutants
  })
  return [...new Set(found.flat())]
}

/** The correct mock, which has no id, must survive; all others must be killed by a check of their own clause. */
function isGood({ id, outcome }: Judgement): boolean {
  return outcome === (id === '' ? 'survived' : 'killed')
}

function withClause(judgement: Judgement) {
  return { ...judgement, clause: MUTANTS.find(({ id }) => id === judgement.id)?.clause ?? null }
}
