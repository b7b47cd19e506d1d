import type { Check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { Audit } from './audit.ts'
import { judgeFields, judgeRead, recordOf } from './judge.ts'
import { leftOut } from './left-out.ts'
import { create, drop, inputsOf, type OwnRecord } from './own.ts'
import { everyTurn, inputArbitrary, nthInput, poolsOf, type Pools } from './pools.ts'
import type { Fields, RecordKind, Shown } from './record-kind.ts'

/** templates.create, customers.create. */
export function createChecks(kind: RecordKind): Check[] {
  const clauses = [kind.clauses.create]
  return [
    { name: `${kind.many} created one after the other`, clauses, run: (trial) => oneByOne(trial, kind) },
    { name: `${kind.many} created at once`, clauses, run: (trial) => atOnce(trial, kind) },
    { name: `${kind.many} of any input`, clauses, run: (trial) => anyInput(trial, kind) },
    { name: `${kind.many} with one field left out`, clauses, run: (trial) => oneLeftOut(trial, kind) },
  ]
}

/** Creates a record; the clause demands that the answer shows what was given, under an id of its own. */
export async function judgeCreation(
  trial: Trial,
  kind: RecordKind,
  input: Fields,
  others: readonly Shown[],
): Promise<OwnRecord> {
  const { shown: made, exchange } = await create(trial, kind, input)
  try {
    return judgeAnswer(trial, kind, input, others, exchange)
  } catch (error) {
    await drop(trial, kind, [{ shown: made }])
    throw error
  }
}

function judgeAnswer(
  trial: Trial,
  kind: RecordKind,
  input: Fields,
  others: readonly Shown[],
  exchange: Exchange,
): OwnRecord {
  const clause = kind.clauses.create
  const shown = recordOf(trial, clause, kind, exchange)
  judgeFields(trial, clause, kind, input, shown, exchange)
  trial.judge(clause, !others.some(({ id }) => id === shown.id), {
    field: `${kind.one}.id`,
    expected: 'an id that no other record has',
    got: `id ${shown.id}, which another ${kind.one} has`,
    exchanges: exchange,
  })
  return { input, shown, exchange }
}

/** Where ids are counted, or the last of something is overwritten, only a third or one after a deletion shows it. */
async function oneByOne(trial: Trial, kind: RecordKind): Promise<void> {
  const clause = kind.clauses.create
  const pools = await poolsOf(trial, kind)
  const audit = await Audit.begin(trial, kind)
  const own: OwnRecord[] = []
  try {
    for (const n of [1, 2, 3, 4, 5]) {
      const made = await judgeCreation(trial, kind, await inputOf(trial, kind, pools, n), audit.kept)
      own.push(made)
      const read = await judgeRead(trial, clause, kind, made.shown, [made.exchange])
      const writes = own.map(({ exchange }) => exchange).slice(-3)
      await audit.judge(clause, [read, ...own.map(({ shown }) => shown)], writes)
      if (n === 3) {
        const [second] = own.splice(1, 1)
        await drop(trial, kind, [second!])
        await audit.judge(clause, [], [second!.exchange])
      }
    }
    for (const { shown, exchange } of own) await judgeRead(trial, clause, kind, shown, [exchange])
  } finally {
    await drop(trial, kind, own)
  }
}

/** The nth input of the pools; an email is new each time, for it may have to be unique. */
async function inputOf({ session }: Trial, kind: RecordKind, pools: Pools, n: number): Promise<Fields> {
  const { email } = await kind.input(session)
  return { ...nthInput(pools, n), ...(email !== undefined && { email }) }
}

/** Simultaneous creations are as many records, each as it was given. */
async function atOnce(trial: Trial, kind: RecordKind): Promise<void> {
  const clause = kind.clauses.create
  const audit = await Audit.begin(trial, kind)
  const inputs = await inputsOf(trial, kind, 4)
  const made = await Promise.all(inputs.map((input) => create(trial, kind, input)))
  try {
    const exchanges = made.map(({ exchange }) => exchange)
    const own: OwnRecord[] = []
    for (const [index, exchange] of exchanges.entries()) {
      const others = [...audit.kept, ...own.map(({ shown }) => shown)]
      own.push(judgeAnswer(trial, kind, inputs[index]!, others, exchange))
    }
    for (const { shown } of own) await judgeRead(trial, clause, kind, shown, exchanges)
    await audit.judge(
      clause,
      own.map(({ shown }) => shown),
      exchanges,
    )
  } finally {
    await drop(trial, kind, made)
  }
}

async function anyInput(trial: Trial, kind: RecordKind): Promise<void> {
  const pools = await poolsOf(trial, kind)
  const audit = await Audit.begin(trial, kind)
  const examples = everyTurn(pools).map((n) => nthInput(pools, n))
  await trial.property(
    inputArbitrary(pools),
    async (input) => {
      const made = await judgeCreation(trial, kind, input, audit.kept)
      try {
        await judgeRead(trial, kind.clauses.create, kind, made.shown, [made.exchange])
        await audit.judge(kind.clauses.create, [made.shown], [made.exchange])
      } finally {
        await drop(trial, kind, [made])
      }
    },
    { examples, runs: examples.length + Math.ceil(trial.session.runs / 8) },
  )
}

/** A creation without one field is refused as unprocessable, or keeps all that was given. */
async function oneLeftOut(trial: Trial, kind: RecordKind): Promise<void> {
  const clause = kind.clauses.create
  for (const { input, shown, exchange } of await leftOut(trial, kind)) {
    if (shown) judgeFields(trial, clause, kind, input, shown, exchange)
    else trial.refused(clause, exchange, 'unprocessable')
  }
}
