import { AsyncLocalStorage } from 'node:async_hooks'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { match } from '../../../schemas/match.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { script } from '../../../schemas/testing/script.ts'
import { startMock } from '../../../mock-server/index.ts'
import { CHECKS } from '../../clauses/index.ts'
import type { Step } from '../../judge/check.ts'
import { run } from '../../run/run.ts'
import type { SentRequest } from '../../server/client/exchange.ts'
import { Transport, type Answer } from '../../server/client/transport.ts'
import { parseTarget } from '../../server/load-target.ts'

// npm run costs: measures on the mock what each step of a run asks, and writes it to conformance/run/costs.ts, from which a run
// estimates how long it takes. Answers are late, and requests wait for no room: what follows what is then no accident.

script('costs', 'count what each step of a run asks of the mock, and write it down').parse()

interface Asked {
  isRead: boolean
  /** The operation or hook of a request that took effect; null for one that was refused or only reads. */
  effect: string | null
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
  const effect = hasTakenEffect(answered, request) ? effectOf(request) : null
  const one = { isRead: request.method === 'GET', effect, start, end: performance.now() }
  if (name !== undefined) asked.set(name, [...(asked.get(name) ?? []), one])
  return answered
}

const mock = await startMock({ seed: 1 })
const { hooks = {}, base_url } = mock.target

/** A creation that answers 200 returns an invoice that was there. */
function hasTakenEffect({ status }: Answer, request: SentRequest): boolean {
  if (request.method === 'POST' && request.url === `${base_url}/invoices`) return status === 201
  return status >= 200 && status < 300
}

/** The operation or the hook that a request is for, unless it only reads. */
function effectOf({ method, url }: SentRequest): string | null {
  if (url.startsWith(base_url)) {
    const found = match(method, new URL(url).pathname.slice(new URL(base_url).pathname.length))?.operation
    return found && (method !== 'GET' || found === 'readInvoicePdf') ? found : null
  }
  const hook = keysOf(hooks).find(
    (name) => hooks[name]?.method === method && url.startsWith(hooks[name].url.split('{order_id}')[0] ?? url),
  )
  return hook === undefined || hook === 'emails' ? null : `hook ${hook}`
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

const costRow = (name: string): string =>
  `  ${JSON.stringify(name)}: [${costOf(asked.get(name) ?? []).join(', ')}],`

await run(parseTarget({ ...mock.target, allow: [] }), { seed: 1, checks: steps, concurrency: ROOM })
const readOnlyRows = CHECKS.filter(({ name }) => asked.has(name)).map(({ name }) => costRow(name))
asked.clear()
await run(parseTarget(mock.target), { seed: 1, checks: steps, concurrency: ROOM })
await mock.close()
const rows = CHECKS.map(({ name }) => costRow(name))
function countsOf(effects: readonly (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const effect of effects) if (effect !== null) counts.set(effect, (counts.get(effect) ?? 0) + 1)
  return counts
}

const effects = CHECKS.flatMap(({ name }) => {
  const shown = [...countsOf((asked.get(name) ?? []).map(({ effect }) => effect))]
  return shown.length === 0
    ? []
    : [
        `  ${JSON.stringify(name)}: {${shown.map(([effect, count]) => `${JSON.stringify(effect)}: ${count}`).join(', ')}},`,
      ]
})
const file = join(import.meta.dirname, '../../run/costs.ts')
writeFileSync(
  file,
  `/** Requests of each step to the mock: reads, writes, and of both the ones that must follow each other. Written by \`npm run costs\`. */
export const COSTS: Readonly<Record<string, readonly [number, number, number, number]>> = {
${rows.join('\n')}
}

/** The same of a run that only reads, for the steps that send anything then. Written by \`npm run costs\`. */
export const READ_ONLY_COSTS: typeof COSTS = {
${readOnlyRows.join('\n')}
}

/** Requests of each step that take effect on a mock, by operation or hook. Written by \`npm run costs\`. */
export const EFFECTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
${effects.join('\n')}
}
`,
)
execFileSync('npx', ['oxfmt', file])
process.exit(0)
