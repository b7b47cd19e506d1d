import { check, type Check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { Audit } from './audit.ts'
import { judgeFields, judgeRead, recordOf } from './judge.ts'
import { inputsOf, update, withOwn, type OwnRecord } from './own.ts'
import { everyTurn, inputArbitrary, nthInput, poolsOf, type Pools } from './pools.ts'
import type { Fields, RecordKind, Shown } from './record-kind.ts'

/** templates.update, customers.update, by bodies that give every field. */
export function updateChecks(kind: RecordKind): Check[] {
  return [
    check(kind.clauses.update, {
      name: `every field of a ${kind.one} updated`,
      run: (law) => everyField(law, kind),
    }),
    check(kind.clauses.update, {
      name: `a ${kind.one} updated again and again`,
      run: (law) => anyInput(law, kind),
    }),
    check(kind.clauses.update, { name: `${kind.many} updated at once`, run: (law) => atOnce(law, kind) }),
  ]
}

/**
 * Updates a record; the clause demands that answer, read and list show these values, that nothing output-only but
 * updated_at moves, and that the other records stay.
 */
export async function judgeUpdate(
  law: Law,
  kind: RecordKind,
  audit: Audit,
  { id }: Shown,
  body: Fields,
  earlier: readonly Exchange[] = [],
): Promise<Shown> {
  const clause = kind.clauses.update
  const exchange = await update(law, kind, id, body)
  const exchanges = [...earlier, exchange]
  const shown = recordOf(law, clause, kind, exchange)
  judgeFields(law, clause, kind, { id, ...body }, shown, exchanges)
  await judgeRead(law, clause, kind, shown, exchanges)
  await audit.judge(clause, [shown], exchanges)
  return shown
}

/** Three records side by side, the middle one to be written. */
async function withNeighbours(
  law: Law,
  kind: RecordKind,
  act: (own: OwnRecord, audit: Audit, pools: Pools) => Promise<void>,
): Promise<void> {
  const pools = await poolsOf(law, kind)
  await withOwn(law, kind, 3, async ([, middle]) => {
    await act(middle!, await Audit.begin(law, kind), pools)
  })
}

/** One field after the other to another value, to a telling one, and to the same once more. */
async function everyField(law: Law, kind: RecordKind): Promise<void> {
  await withNeighbours(law, kind, async ({ input, shown, exchange }, audit, pools) => {
    let body = input
    for (const field of kind.inputFields) {
      for (const value of turns(pools[field] ?? [], body[field])) {
        body = { ...body, [field]: value }
        await judgeUpdate(law, kind, audit, shown, body, [exchange])
      }
    }
    await judgeUpdate(law, kind, audit, shown, body, [exchange])
    await judgeUpdate(law, kind, audit, shown, input, [exchange])
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

async function anyInput(law: Law, kind: RecordKind): Promise<void> {
  await withNeighbours(law, kind, async ({ shown }, audit, pools) => {
    const examples = [0, 1, 0, 0, ...everyTurn(pools).slice(2)].map((n) => nthInput(pools, n))
    await law.property(
      inputArbitrary(pools),
      async (body) => {
        await judgeUpdate(law, kind, audit, shown, body)
      },
      { examples, runs: examples.length + Math.ceil(law.runs / 8) },
    )
  })
}

/** Simultaneous updates of different records: each has its own values then. */
async function atOnce(law: Law, kind: RecordKind): Promise<void> {
  await withOwn(law, kind, 4, async (own) => {
    for (const round of ROUNDS) await judgeAtOnce(law, kind, own.slice(0, round))
  })
}

const ROUNDS = [4, 3]

async function judgeAtOnce(law: Law, kind: RecordKind, own: readonly OwnRecord[]): Promise<void> {
  const clause = kind.clauses.update
  const audit = await Audit.begin(law, kind)
  const inputs = await inputsOf(law, kind, own.length)
  const exchanges = await Promise.all(
    own.map(({ shown }, index) => update(law, kind, shown.id, inputs[index]!)),
  )
  const now = exchanges.map((exchange) => recordOf(law, clause, kind, exchange))
  for (const [index, shown] of now.entries()) {
    judgeFields(law, clause, kind, { id: own[index]!.shown.id, ...inputs[index] }, shown, exchanges)
    await judgeRead(law, clause, kind, shown, exchanges)
  }
  await audit.judge(clause, now, exchanges)
}
