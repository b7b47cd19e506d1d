import { wholeNumber } from '../../../schemas/command-line/whole-number.ts'
import { script } from '../../../schemas/testing/script.ts'
import { mock } from '../fairness/right-server.ts'
import {
  alarmsOn,
  changedVerdicts,
  fairServers,
  inRandomDialects,
  inSingleDialects,
  type Served,
} from './alarms.ts'
import { passThrough } from './bytes.ts'
import { seeMutant, sampled } from './judge-sample.ts'

// npm run traffic: that the proxy loses no request and alters no byte, changes no verdict of the suite, and raises no alarm on
// correct servers; and what it sees of broken mocks while the suite judges them. It exits 1 where anything of that does not hold.

/** So many of them, or all. */
type Count = number | 'all'
const count = wholeNumber()
const countOrAll = (text: string): Count => (text === 'all' ? text : count(text))

const values = script('traffic', 'does the proxy alter nothing, raise no alarm, and see broken mocks?')
  .option('--requests <number>', 'how many pass that are compared byte by byte', count, 10_000)
  .option('--suite <seeds>', 'by how many seeds the whole suite passes', count, 1)
  .option('--mutants <number>', 'how many broken mocks are to be seen', count, 100)
  .option('--fair <number|all>', 'how many correct servers', countOrAll, 10)
  .option('--dialects <number>', 'how many mocks in random dialects', count, 10)
  .option('--singles <number|all>', 'how many mocks with one change of the dialect', countOrAll, 10)
  .option('--seed <number>', 'the seed, of which the rest is drawn', count, 1)
  .option('--only <text>', 'those correct servers that have this in their name', '')
  .parse()
  .opts<
    Record<'requests' | 'suite' | 'mutants' | 'dialects' | 'seed', number> &
      Record<'fair' | 'singles', Count> & { only: string }
  >()
console.error = () => {}
const { seed } = values
let wrong = 0

if (values.requests > 0) await passAll(values.requests)
for (let at = 0; at < values.suite; at++) await compareSuite(seed + at)
await seeAll(values.mutants)
await holdAll([
  ...drawn(fairServers(), values.fair),
  ...inRandomDialects(values.dialects, seed),
  ...drawn(inSingleDialects(), values.singles),
])
process.exitCode = wrong > 0 ? 1 : 0

async function passAll(requests: number): Promise<void> {
  const { whole, broken, left, bytes, wrong: lost } = await passThrough(requests)
  tell(lost)
  console.log(
    `${requests} requests: ${whole} answered whole (${(bytes / 1e6).toFixed(0)} MB), ${broken} broken off by the server, ${left} whose client went away; ${lost.length} lost or altered`,
  )
}

async function compareSuite(of: number): Promise<void> {
  const changed = await changedVerdicts(mock(), of)
  tell(changed)
  console.log(`seed ${of}: ${changed.length} verdicts of the suite are others through the proxy`)
}

async function seeAll(wanted: number): Promise<void> {
  let [found, bySuite] = [0, 0]
  const mutants = sampled(wanted, seed)
  for (const mutant of mutants) {
    const { id, suite, seen } = await seeMutant(mutant, seed)
    if (suite) bySuite++
    if (seen.length > 0) found++
    console.log(`${seen.length > 0 ? 'seen    ' : 'not seen'} ${id}  ${seen.join(' ')}`)
  }
  console.log(`${found} of ${mutants.length} broken mocks were seen in passing, ${bySuite} by the suite`)
}

async function holdAll(servers: readonly Served[]): Promise<void> {
  let alarmed = 0
  const named = servers.filter(({ name }) => name.includes(values.only))
  for (const served of named) {
    const alarms = await alarmsOn(served, seed)
    if (alarms.length > 0) alarmed++
    console.log(`${alarms.length === 0 ? 'no alarm' : 'ALARM   '} ${served.name}`)
    tell(alarms)
  }
  console.log(`${named.length} correct servers, ${alarmed} with an alarm`)
}

function tell(lines: readonly string[]): void {
  wrong += lines.length
  for (const line of lines) console.log(`        ${line}`)
}

/** So many of them, evenly, the first drawn by the seed; or all. */
function drawn<T>(all: readonly T[], wanted: Count): T[] {
  if (wanted === 'all') return [...all]
  const step = Math.max(1, Math.floor(all.length / Math.max(1, wanted)))
  return all.filter((_, at) => at % step === seed % step).slice(0, wanted)
}
