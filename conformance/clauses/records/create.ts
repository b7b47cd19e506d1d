import { check, type Check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { Audit } from './audit.ts'
import { judgeFields, judgeRead, recordOf } from './judge.ts'
import { leftOut } from './left-out.ts'
import { create, drop, inputsOf, type OwnRecord } from './own.ts'
import { everyTurn, inputArbitrary, nthInput, poolsOf, type Pools } from './pools.ts'
import type { Fields, RecordKind, Shown } from './record-kind.ts'

/** templates.create, customers.create. */
export function createChecks(kind: RecordKind): Check[] {
  return [
    check(kind.clauses.create, {
      name: `${kind.many} created one after the other`,
      run: (law) => oneByOne(law, kind),
    }),
    check(kind.clauses.create, { name: `${kind.many} created at once`, run: (law) => atOnce(law, kind) }),
    check(kind.clauses.create, { name: `${kind.many} of any input`, run: (law) => anyInput(law, kind) }),
    check(kind.clauses.create, {
      name: `${kind.many} with one field left out`,
      run: (law) => oneLeftOut(law, kind),
    }),
  ]
}

/** Creates a record; the clause demands that the answer shows what was given, under an id of its own. */
export async function judgeCreation(
  law: Law,
  kind: RecordKind,
  input: Fields,
  others: readonly Shown[],
): Promise<OwnRecord> {
  const { shown: made, exchange } = await create(law, kind, input)
  try {
    return judgeAnswer(law, kind, input, others, exchange)
  } catch (error) {
    await drop(law, kind, [{ shown: made }])
    throw error
  }
}

function judgeAnswer(
  law: Law,
  kind: RecordKind,
  input: Fields,
  others: readonly Shown[],
  exchange: Exchange,
): OwnRecord {
  const clause = kind.clauses.create
  const shown = recordOf(law, clause, kind, exchange)
  judgeFields(law, clause, kind, input, shown, exchange)
  law.of(clause).judge(!others.some(({ id }) => id === shown.id), {
    field: `${kind.one}.id`,
    expected: 'an id that no other record has',
    got: `id ${shown.id}, which another ${kind.one} has`,
    exchanges: exchange,
  })
  return { input, shown, exchange }
}

/** Where ids are counted, or the last of something is overwritten, only a third or one after a deletion shows it. */
async function oneByOne(law: Law, kind: RecordKind): Promise<void> {
  const clause = kind.clauses.create
  const pools = await poolsOf(law, kind)
  const audit = await Audit.begin(law, kind)
  const own: OwnRecord[] = []
  try {
    for (const n of [1, 2, 3, 4, 5]) {
      const made = await judgeCreation(law, kind, await inputOf(law, kind, pools, n), audit.kept)
      own.push(made)
      const read = await judgeRead(law, clause, kind, made.shown, [made.exchange])
      const writes = own.map(({ exchange }) => exchange).slice(-3)
      await audit.judge(clause, [read, ...own.map(({ shown }) => shown)], writes)
      if (n === 3) {
        const [second] = own.splice(1, 1)
        await drop(law, kind, [second!])
        await audit.judge(clause, [], [second!.exchange])
      }
    }
    for (const { shown, exchange } of own) await judgeRead(law, clause, kind, shown, [exchange])
  } finally {
    await drop(law, kind, own)
  }
}

/** The nth input of the pools; an email is new each time, for it may have to be unique. */
async function inputOf({ session }: Law, kind: RecordKind, pools: Pools, n: number): Promise<Fields> {
  const { email } = await kind.input(session)
  return { ...nthInput(pools, n), ...(email !== undefined && { email }) }
}

/** Simultaneous creations are as many records, each as it was given. */
async function atOnce(law: Law, kind: RecordKind): Promise<void> {
  const clause = kind.clauses.create
  const audit = await Audit.begin(law, kind)
  const inputs = await inputsOf(law, kind, 4)
  const made = await Promise.all(inputs.map((input) => create(law, kind, input)))
  try {
    const exchanges = made.map(({ exchange }) => exchange)
    const own: OwnRecord[] = []
    for (const [index, exchange] of exchanges.entries()) {
      const others = [...audit.kept, ...own.map(({ shown }) => shown)]
      own.push(judgeAnswer(law, kind, inputs[index]!, others, exchange))
    }
    for (const { shown } of own) await judgeRead(law, clause, kind, shown, exchanges)
    await audit.judge(
      clause,
      own.map(({ shown }) => shown),
      exchanges,
    )
  } finally {
    await drop(law, kind, made)
  }
}

async function anyInput(law: Law, kind: RecordKind): Promise<void> {
  const pools = await poolsOf(law, kind)
  const audit = await Audit.begin(law, kind)
  const examples = everyTurn(pools).map((n) => nthInput(pools, n))
  await law.property(
    inputArbitrary(pools),
    async (input) => {
      const made = await judgeCreation(law, kind, input, audit.kept)
      try {
        await judgeRead(law, kind.clauses.create, kind, made.shown, [made.exchange])
        await audit.judge(kind.clauses.create, [made.shown], [made.exchange])
      } finally {
        await drop(law, kind, [made])
      }
    },
    { examples, runs: examples.length + Math.ceil(law.runs / 8) },
  )
}

/** A creation without one field is refused as unprocessable, or keeps all that was given. */
async function oneLeftOut(law: Law, kind: RecordKind): Promise<void> {
  const clause = kind.clauses.create
  for (const { input, shown, exchange } of await leftOut(law, kind)) {
    if (shown) judgeFields(law, clause, kind, input, shown, exchange)
    else law.of(clause).refused(exchange, 'unprocessable')
  }
}
