import { parseArgs } from 'node:util'
import type { Dialect } from '../../schemas/dialect.ts'
import { startMock } from '../../mock-server/index.ts'
import { run } from '../run.ts'
import type { Verdict } from '../result.ts'
import { parseTarget } from '../target.ts'
import { randomDialect, singleChanges } from './other-dialects.ts'

/** Verdicts that a correct server must never get. */
export function unfair(verdicts: readonly Verdict[]): Verdict[] {
  return verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
}

/** Runs the suite on the mock in another dialect, which is as right as ours: nothing may fail. */
export async function judgeDialect(dialect: Partial<Dialect>, seed: number): Promise<Verdict[]> {
  const mock = await startMock({ dialect: dialect as Dialect, seed: 1 })
  try {
    return unfair((await run(parseTarget(mock.target), { seed })).verdicts)
  } finally {
    await mock.close()
  }
}

/** `npm run dialects [-- --random N --seed N --only TEXT]`: exit 1 when anything fails. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      random: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
    },
  })
  const seed = Number(values.seed)
  const random = Array.from({ length: Number(values.random) }, (_, index) => randomDialect(seed + index))
  const all = [...singleChanges(), ...random].filter(({ name }) => name.includes(values.only))
  let wrong = 0
  for (const [index, { name, dialect }] of all.entries()) {
    const found = await judgeDialect(dialect, seed + index)
    if (found.length > 0) wrong++
    console.log(`${found.length === 0 ? 'fair' : 'UNFAIR'}  ${index + 1}/${all.length}  ${name}`)
    for (const { clause, failure, reason } of found) {
      console.log(
        `        ${clause}: ${failure ? `${failure.message ?? ''} expected ${failure.expected}, got ${failure.got}` : reason}`,
      )
    }
  }
  console.log(`\n${all.length} dialects, ${wrong} with a failure`)
  if (wrong > 0) process.exitCode = 1
}

if (import.meta.filename === process.argv[1]) await main()
