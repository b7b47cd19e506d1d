import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { MUTANTS } from './index.ts'
import type { Judgement } from './judge-mutant.ts'
import type { Order } from './judge-process.ts'
import { lineOf, printSummary } from './mutant-report.ts'
import type { Mutant } from './mutant.ts'
import { inProcesses } from './process-pool.ts'
import { sampleOf } from './sample.ts'

// npm run mutants [-- ID|AREA|CLAUSE …] [--all] [--seed N] [--jobs N] [--json]: does the suite find every fault?
// The beginning of an id is enough, or some words of what it says. Without names it tries three of each clause, drawn by the seed; --all tries all.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    all: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

const seed = Number(values.seed)
const chosen =
  positionals.length > 0 ? MUTANTS.filter(isMeant) : values.all ? MUTANTS : sampleOf(MUTANTS, seed)
if (chosen.length === 0) {
  console.error(`No mutant has a clause, an id or words like ${positionals.join(', ')}.`)
  process.exit(2)
}
const judgements: Judgement[] = []
const orders = [null, ...chosen.map(({ id }) => id)].map((id): Order => ({ id, seed }))
await inProcesses<Order, Judgement>(orders, {
  script: join(import.meta.dirname, 'judge-process.ts'),
  jobs: Number(values.jobs),
  onAnswer(judgement) {
    judgements.push(judgement)
    if (!values.json) console.log(lineOf(judgement))
  },
  failed: ({ id }, why) => ({ id: id ?? '', outcome: 'error', by: [why], requests: 0, ms: 0 }),
})
if (values.json) console.log(JSON.stringify(judgements.map(withClause), null, 2))
else printSummary(chosen, judgements)
process.exitCode = judgements.every(isGood) ? 0 : 1

function isMeant(mutant: Mutant): boolean {
  return positionals.some(
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
