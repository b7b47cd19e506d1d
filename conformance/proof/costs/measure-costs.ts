import { AsyncLocalStorage } from 'node:async_hooks'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { script } from '../../../schemas/testing/script.ts'
import { startMock } from '../../../mock-server/index.ts'
import { CHECKS } from '../../clauses/index.ts'
import type { Step } from '../../judge/check.ts'
import { run } from '../../run/run.ts'
import { Transport } from '../../server/client/transport.ts'
import { parseTarget } from '../../server/load-target.ts'

// npm run costs: measures on the mock what each step of a run asks, and writes it to conformance/run/costs.ts, from which a run
// estimates how long it takes. Answers are late, and requests wait for no room: what follows what is then no accident.

script('costs', 'count what each step of a run asks of the mock, and write it down').parse()

interface Asked {
  isRead: boolean
  start: number
  end: number
}

/** More than are ever under way at once. */
const ROOM = 1000

/** How late reads are answered. */
const READ_MS = 20

/** A write takes so many times as long as a read, where the longest row of requests is looked for. */
const WRITE = 2.5

const underWay = new AsyncLocalStorage<Step>()
const asked = new Map<string, Asked[]>()
const answer = Transport.prototype.answer
Transport.prototype.answer = async function (this: Transport, request) {
  const start = performance.now()
  const answered = await answer.call(this, request)
  await sleep(request.method === 'GET' ? READ_MS : READ_MS * WRITE)
  const name = underWay.getStore()?.name
  const one = { isRead: request.method === 'GET', start, end: performance.now() }
  if (name !== undefined) asked.set(name, [...(asked.get(name) ?? []), one])
  return answered
}

const steps = CHECKS.map((step): Step => {
  const perform: Step['run'] = (by: never) => underWay.run(step, () => step.run(by))
  return Object.assign({ ...step }, { run: perform })
})

/** Requests, and those of the longest row of which each was asked when the one before it was answered. */
function costOf(all: readonly Asked[]): readonly number[] {
  const count = (some: readonly Asked[]) => [
    some.filter(({ isRead }) => isRead).length,
    some.filter(({ isRead }) => !isRead).length,
  ]
  const rows = new Map<Asked, { length: number; row: readonly Asked[] }>()
  for (const one of all.toSorted((a, b) => a.start - b.start)) {
    const before = [...rows]
      .filter(([earlier]) => earlier.end <= one.start)
      .map(([, row]) => row)
      .reduce((longest, row) => (row.length > longest.length ? row : longest), { length: 0, row: [] })
    rows.set(one, { length: before.length + (one.isRead ? 1 : WRITE), row: [...before.row, one] })
  }
  const [longest] = [...rows.values()].toSorted((a, b) => b.length - a.length)
  return [...count(all), ...count(longest?.row ?? [])]
}

const mock = await startMock({ seed: 1 })
await run(parseTarget(mock.target), { seed: 1, checks: steps, concurrency: ROOM })
await mock.close()
const rows = CHECKS.map(
  ({ name }) => `  ${JSON.stringify(name)}: [${costOf(asked.get(name) ?? []).join(', ')}],`,
)
const file = join(import.meta.dirname, '../../run/costs.ts')
writeFileSync(
  file,
  `/** What each step asks of the mock: reads, writes, and those of both that follow each other. Written by \`npm run costs\`. */
export const COSTS: Readonly<Record<string, readonly [number, number, number, number]>> = {
${rows.join('\n')}
}
`,
)
execFileSync('npx', ['oxfmt', file])
process.exit(0)
