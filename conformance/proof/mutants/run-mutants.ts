import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { positiveInteger, wholeNumber } from '../../../schemas/command-line/whole-number.ts'
import { script } from '../../../schemas/testing/script.ts'
import { MUTANTS } from './index.ts'
import type { Judgement } from './judge-mutant.ts'
import type { Order } from './judge-process.ts'
import { lineOf, printSummary } from './mutant-report.ts'
import type { Mutant } from './mutant.ts'
import { inProcesses } from './process-pool.ts'
import { sampleOf } from './sample.ts'

const command = script('mutants', 'does the suite find every fault?')
  .argument('[names...]', 'clauses, areas, beginnings of ids, or words of what a mutant says')
  .option('--all', 'try all; without names, three of each clause are drawn by the seed', false)
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
const names = command.args
const chosen = names.length > 0 ? MUTANTS.filter(isMeant) : all ? MUTANTS : sampleOf(MUTANTS, seed)
if (chosen.length === 0) {
  console.error(`No mutant has a clause, an id or words like ${names.join(', ')}.`)
  process.exit(2)
}
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

function isMeant(mutant: Mutant): boolean {
  return names.some(
    (name) =>
      mutant.clause === name ||
      mutant.id.startsWith(name) ||
      (name.includes(' ') && mutant.says.includes(name)),
  )
}

/** The correct mock, which has no id, must survive; all others must not. */
function isGood({ id, outcome }: Judgement): boolean {
  return id === '' ? outcome === 'survived' : outcome === 'killed' || outcome === 'elsewhere'
}

function withClause(judgement: Judgement) {
  return { ...judgement, clause: MUTANTS.find(({ id }) => id === judgement.id)?.clause ?? null }
}
