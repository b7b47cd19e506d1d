import { parseArgs } from 'node:util'
import { DEFAULT_DIALECT } from '../../../schemas/dialect.ts'
import { inWords } from '../fairness/judge-row.ts'
import { mock, type Start } from '../fairness/right-server.ts'
import { ROWS } from '../fairness/rows.ts'
import type { RunOptions } from '../../run/options.ts'
import { randomDialect } from '../mutants/other-dialects.ts'
import { seeMutant, sampled } from './judge-sample.ts'
import { runThrough } from './through.ts'

// npm run traffic [-- --mutants N --fair N --dialects N --seed N]: what the proxy sees of broken mocks while the suite judges them, and
// that it raises no alarm on correct servers. It exits 1 at an alarm.

const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '100' },
    fair: { type: 'string', default: '10' },
    dialects: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
})
console.error = () => {}
const seed = Number(values.seed)

let [found, bySuite] = [0, 0]
const mutants = sampled(Number(values.mutants), seed)
for (const mutant of mutants) {
  const { id, suite, seen } = await seeMutant(mutant, seed)
  if (suite) bySuite++
  if (seen.length > 0) found++
  console.log(`${seen.length > 0 ? 'seen    ' : 'not seen'} ${id}  ${seen.join(' ')}`)
}
console.log(`${found} of ${mutants.length} broken mocks were seen in passing, ${bySuite} by the suite`)

let alarms = 0
for (const [name, start, options] of [
  ...servers(Number(values.fair)),
  ...dialects(Number(values.dialects)),
]) {
  const server = await start()
  const { seen } = await runThrough(server.target, { seed, runs: 1, ...options })
  await server.close()
  const failed = seen.verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
  alarms += failed.length
  console.log(`${name}: ${failed.length === 0 ? 'no alarm' : failed.map(inWords).join('; ')}`)
}
process.exitCode = alarms > 0 ? 1 : 0

type Served = readonly [name: string, start: Start, options: RunOptions]

/** Correct servers of `npm run fairness`. */
function servers(count: number): Served[] {
  const rows = Object.entries(ROWS).filter(([, { beside }]) => beside === undefined)
  return drawn(rows, count).map(([name, { start, options = {} }]) => [name, start, options])
}

/** The mock in random dialects. */
function dialects(count: number): Served[] {
  return Array.from({ length: count }, (_, at) => {
    const { name, dialect } = randomDialect(seed + at)
    return [name, mock({ dialect: { ...DEFAULT_DIALECT, ...dialect } }), {}]
  })
}

function drawn<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(all.length / Math.max(1, count)))
  return all.filter((_, at) => at % step === seed % step).slice(0, count)
}
