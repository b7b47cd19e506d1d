import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { messageOf } from '../../../schemas/thrown.ts'
import { chosenOf } from './chosen.ts'
import { explanationOf } from './explained.ts'
import type { SourceMutant } from './mutant.ts'
import { lineOf, livingIn, printSummary, unexplainedIn, type Result } from './mutation-report.ts'
import { makeSandbox, sourceFiles } from './sandbox.ts'
import { tryAll } from './try-all.ts'

// npm run mutation [-- FILE|FOLDER …] [--sample N | --all | --survivors FILE] [--explained] [--seed N] [--jobs N] [--out FILE]:
// does the suite find changes to the mock's sources that nobody chose? Stryker makes them. Those that somebody has explained are
// tried with --explained alone.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '60' },
    all: { type: 'boolean', default: false },
    survivors: { type: 'string' },
    explained: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    out: { type: 'string', default: 'mutation.json' },
  },
})
const seed = Number(values.seed)
const sample = values.all ? Infinity : Number(values.sample)
if (!(sample > 0)) mistaken(`--sample must be a number of mutants, unlike ${values.sample}.`)
const survivors = values.survivors === undefined ? undefined : survivorsIn(values.survivors)
const sandbox = await makeSandbox(sourceFiles())
process.on('exit', () => sandbox.remove())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const chosen = chosenOf(sandbox.mutants, {
  files: positionals,
  seed,
  sample,
  survivors,
})
if (chosen.length === 0) mistaken(`No mutant is left of ${positionals.join(', ') || values.survivors}.`)
console.log(`${chosen.length} of ${sandbox.mutants.length} mutants`)
const results: Result[] = []
const untried = values.explained ? [] : chosen.filter(explanationOf)
for (const mutant of untried)
  results.push({ mutant, tried: { outcome: 'explained', by: [], requests: 0, ms: 0 } })
await tryAll(
  chosen.filter((mutant) => !untried.includes(mutant)),
  {
    entry: sandbox.entry,
    seed: 1,
    jobs: Number(values.jobs),
    onResult(result) {
      results.push(result)
      console.log(lineOf(result))
      writeFileSync(
        values.out,
        JSON.stringify(
          livingIn(results).map(({ mutant }) => mutant),
          null,
          2,
        ),
      )
    },
  },
)
printSummary(results)
process.exitCode = unexplainedIn(results).length === 0 ? 0 : 1

/** The survivors that an earlier run wrote. */
function survivorsIn(file: string): SourceMutant[] {
  try {
    // cast: what this script wrote.
    return JSON.parse(readFileSync(file, 'utf8')) as SourceMutant[]
  } catch (error) {
    return mistaken(`--survivors must be what an earlier run wrote, unlike ${file}: ${messageOf(error)}`)
  }
}

function mistaken(why: string): never {
  console.error(why)
  process.exit(2)
}
