import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { positiveInteger, wholeNumber } from '../../../schemas/command-line/whole-number.ts'
import { script } from '../../../schemas/testing/script.ts'
import { messageOf } from '../../../schemas/thrown.ts'
import { chosenOf } from './chosen.ts'
import { explanationOf } from './explained.ts'
import type { SourceMutant } from './mutant.ts'
import { lineOf, livingIn, printSummary, unexplainedIn, type Result } from './mutation-report.ts'
import { makeSandbox, sourceFiles } from './sandbox.ts'
import { tryAll } from './try-all.ts'

const command = script(
  'mutation',
  'does the suite find changes to the mock’s sources that nobody chose? Stryker makes them',
)
  .argument('[names...]', 'files and folders of the sources')
  .option('--sample <number>', 'how many are drawn', positiveInteger, 60)
  .option('--all', 'try all', false)
  .option('--survivors <file>', 'try those that lived in an earlier run')
  .option('--explained', 'try those too that somebody has explained', false)
  .option('--elsewhere', 'try them in the dialects that answer otherwise, not in the mock’s own', false)
  .option('--seed <number>', 'what is drawn', wholeNumber(), 1)
  .option('--jobs <number>', 'how many are tried at a time', positiveInteger, availableParallelism())
  .option('--out <file>', 'where those that live are written to', 'mutation.json')
  .parse()
const values = command.opts<Values>()
const { seed, jobs } = values
const sample = values.all ? Infinity : values.sample
const survivors = values.survivors === undefined ? undefined : survivorsIn(values.survivors)
const sandbox = await makeSandbox(sourceFiles())
process.on('exit', () => sandbox.remove())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const chosen = chosenOf(sandbox.mutants, {
  files: command.args,
  seed,
  sample,
  survivors,
})
if (chosen.length === 0) mistaken(`No mutant is left of ${command.args.join(', ') || values.survivors}.`)
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
    jobs,
    elsewhere: values.elsewhere,
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

interface Values {
  sample: number
  all: boolean
  survivors?: string
  explained: boolean
  elsewhere: boolean
  seed: number
  jobs: number
  out: string
}

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
