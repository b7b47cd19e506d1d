import type { Check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { Audit } from './audit.ts'
import { judgeFields, judgeRead, recordOf } from './judge.ts'
import { inputsOf, update, withOwn, type OwnRecord } from './own.ts'
import { everyTurn, inputArbitrary, nthInput, poolsOf, type Pools } from './pools.ts'
import type { Fields, RecordKind, Shown } from './record-kind.ts'

/** templates.update, customers.update, by bodies that give every field. */
export function updateChecks(kind: RecordKind): Check[] {
  const clauses = [kind.clauses.update]
  return [
    { name: `every field of a ${kind.one} updated`, clauses, run: (trial) => everyField(trial, kind) },
    { name: `a ${kind.one} updated again and again`, clauses, run: (trial) => anyInput(trial, kind) },
    { name: `${kind.many} updated at once`, clauses, run: (trial) => atOnce(trial, kind) },
  ]
}

/**
 * Updates a record; the clause demands that answer, read and list show these values, that nothing output-only but
 * updated_at moves, and that the other records stay.
 */
export async function judgeUpdate(
  trial: Trial,
  kind: RecordKind,
  audit: Audit,
  { id }: Shown,
  body: Fields,
  earlier: readonly Exchange[] = [],
): Promise<Shown> {
  const clause = kind.clauses.update
  const exchange = await update(trial, kind, id, body)
  const exchanges = [...earlier, exchange]
  const shown = recordOf(trial, clause, kind, exchange)
  judgeFields(trial, clause, kind, { id, ...body }, shown, exchanges)
  await judgeRead(trial, clause, kind, shown, exchanges)
  await audit.judge(clause, [shown], exchanges)
  return shown
}

/** Three records side by side, the middle one to be written. */
async function withNeighbours(
  trial: Trial,
  kind: RecordKind,
  act: (own: OwnRecord, audit: Audit, pools: Pools) => Promise<void>,
): Promise<void> {
  const pools = await poolsOf(trial, kind)
  await withOwn(trial, kind, 3, async ([, middle]) => {
    await act(middle!, await Audit.begin(trial, kind), pools)
  })
}

/** One field after the other to another value, to a telling one, and to the same once more. */
async function everyField(trial: Trial, kind: RecordKind): Promise<void> {
  await withNeighbours(trial, kind, async ({ input, shown, exchange }, audit, pools) => {
    let body = input
    for (const field of kind.inputFields) {
      for (const value of turns(pools[field] ?? [], body[field])) {
        body = { ...body, [field]: value }
        await judgeUpdate(trial, kind, audit, shown, body, [exchange])
      }
    }
    await judgeUpdate(trial, kind, audit, shown, body, [exchange])
    await judgeUpdate(trial, kind, audit, shown, input, [exchange])
  })
}

const FALSY = ['', false, 0]

/** A field's new values in turn: another one, then one that careless code takes for none. */
function turns(pool: readonly unknown[], now: unknown): unknown[] {
  const others = pool.filter((value) => value !== now)
  const falsy = others.filter((value) => FALSY.includes(value as string))
  const plain = others.filter((value) => !falsy.includes(value))
  return [...plain.slice(0, 1), ...falsy.slice(0, 1), ...plain.slice(1, 2)].slice(0, 2)
}

async function anyInput(trial: Trial, kind: RecordKind): Promise<void> {
  await withNeighbours(trial, kind, async ({ shown }, audit, pools) => {
    const examples = [0, 1, 0, 0, ...everyTurn(pools).slice(2)].map((n) => nthInput(pools, n))
    await trial.property(
      inputArbitrary(pools),
      async (body) => {
        await judgeUpdate(trial, kind, audit, shown, body)
      },
      { examples, runs: examples.length + Math.ceil(trial.session.runs / 8) },
    )
  })
}

/** Simultaneous updates of different records: each has its own values then. */
async function atOnce(trial: Trial, kind: RecordKind): Promise<void> {
  await withOwn(trial, kind, 4, async (own) => {
    for (const round of ROUNDS) await judgeAtOnce(trial, kind, own.slice(0, round))
  })
}

const ROUNDS = [4, 3]

async function judgeAtOnce(trial: Trial, kind: RecordKind, own: readonly OwnRecord[]): Promise<void> {
  const clause = kind.clauses.update
  const audit = await Audit.begin(trial, kind)
  const inputs = await inputsOf(trial, kind, own.length)
  const exchanges = await Promise.all(
    own.map(({ shown }, index) => update(trial, kind, shown.id, inputs[index]!)),
  )
  const now = exchanges.map((exchange) => recordOf(trial, clause, kind, exchange))
  for (const [index, shown] of now.entries()) {
    judgeFields(trial, clause, kind, { id: own[index]!.shown.id, ...inputs[index] }, shown, exchanges)
    await judgeRead(trial, clause, kind, shown, exchanges)
  }
  await audit.judge(clause, now, exchanges)
}
