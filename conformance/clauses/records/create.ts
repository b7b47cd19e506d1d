import { check, type Check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import { instantOf } from '../../server/instants.ts'
import { Audit } from './audit.ts'
import { leftOut } from './left-out.ts'
import { everyTurn, inputArbitrary, nthInput, poolsOf } from './pools.ts'
import { isMade, type OwnRecord } from './record-calls.ts'
import { TEMPLATES, type Fields, type RecordKind, type Shown } from './record-kind.ts'
import { named, type Records } from './records.ts'
import { freshInput } from './unique.ts'

/** templates.create, customers.create, with the list to itself: whatever other record a creation changes shows. */
export const createAlone = (kind: RecordKind): Check[] =>
  named(kind, { [`${kind.many} created one after the other`]: oneByOne }).map((one) =>
    check(kind.clauses.create, one),
  )

/** The same beside others. */
export const createChecks = (kind: RecordKind): Check[] =>
  named(kind, {
    [`${kind.many} created at once`]: atOnce,
    [`${kind.many} of any input`]: anyInput,
    [`${kind.many} with one field left out`]: oneLeftOut,
  }).map((one) => check(kind.clauses.create, one))

/** Where ids are counted, or the last of something is overwritten, only a third or one after a deletion shows it. */
async function oneByOne(records: Records): Promise<void> {
  const pools = await poolsOf(records)
  const audit = await Audit.begin(records)
  const own: OwnRecord[] = []
  for (const n of [1, 2, 3, 4, 5]) {
    own.push(await judgeCreation(records, await freshInput(records, nthInput(pools, n)), audit.kept))
    const writes = own.map(({ exchange }) => exchange).slice(-3)
    await audit.judge(own.map(shownOf), writes)
    const [second] = n === 3 ? own.splice(1, 1) : []
    if (second) await audit.judge([], [await records.delete(second.shown.id)])
  }
  for (const { shown, exchange } of own) await records.judgeRead(shown, [exchange])
}

const shownOf = ({ shown }: OwnRecord): Shown => shown

/** Simultaneous creations are as many records, each as it was given, whatever is refused meanwhile. */
async function atOnce(records: Records): Promise<void> {
  const audit = await Audit.begin(records)
  const inputs = await Promise.all((await records.inputs(4)).map((input) => freshInput(records, input)))
  const creations = inputs.map((input) => records.create(input))
  const [made] = await Promise.all([Promise.all(creations), records.post({ body: {} })])
  const exchanges = made.map(({ exchange }) => exchange)
  const own: Shown[] = []
  for (const { input, exchange } of made)
    own.push(judgeAnswer(records, input, exchange, [...audit.kept, ...own]))
  for (const shown of own) await records.judgeRead(shown, exchanges)
  await audit.judge(own, exchanges)
}

async function anyInput(records: Records): Promise<void> {
  const pools = await poolsOf(records)
  const audit = await Audit.begin(records)
  const examples = everyTurn(pools).map((n) => nthInput(pools, n))
  await records.law.property(
    inputArbitrary(pools),
    (drawn) =>
      records.tidying(async () => {
        // Before it is made: an id that is given again is nobody's by then.
        const { kept } = audit
        const input = await freshInput(records, drawn)
        const { exchange } = await records.create(input)
        const shown = judgeAnswer(records, input, exchange, kept)
        await audit.judgeEverywhere(shown, [exchange])
      }),
    { examples, runs: examples.length + Math.ceil(records.law.runs / 8) },
  )
}

/** The clause demands that the answer shows what was given under an id of its own, and that it is read so. */
async function judgeCreation(records: Records, input: Fields, others: readonly Shown[]): Promise<OwnRecord> {
  const { exchange } = await records.create(input)
  const shown = judgeAnswer(records, input, exchange, others)
  await records.judgeRead(shown, [exchange])
  return { input, shown, exchange }
}

function judgeAnswer(records: Records, input: Fields, exchange: Exchange, others: readonly Shown[]): Shown {
  const { one } = records.kind
  const shown = records.shownIn(exchange)
  records.judgeFields(input, shown, exchange)
  records.law.judge(!others.some(({ id }) => id === shown.id), {
    field: `${one}.id`,
    expected: 'an id that no other record has',
    got: `id ${shown.id}, which another ${one} has`,
    exchanges: exchange,
  })
  if (records.kind === TEMPLATES) judgeIsNew(records, shown, exchange, others)
  return shown
}

const DAY_MS = 86_400_000

/** Whatever a server's clock says, it said no more when the records that were there before were made. */
function judgeIsNew(records: Records, shown: Shown, exchange: Exchange, others: readonly Shown[]): void {
  const before = others.map(({ created_at }) => instantOf(created_at)).filter(Number.isFinite)
  if (before.length === 0) return
  const earliest = Math.min(...before)
  records.law.judge(!(instantOf(shown['created_at']) < earliest - DAY_MS), {
    field: `${records.kind.one}.created_at`,
    expected: `a new created_at: the first of the ${records.kind.many} before has ${new Date(earliest).toISOString()}`,
    got: JSON.stringify(shown['created_at']),
    exchanges: exchange,
  })
}

/** A creation without one field is refused as unprocessable, or keeps all that was given. */
async function oneLeftOut(records: Records): Promise<void> {
  const tried = await leftOut(records)
  if (!tried.some(isMade)) records.law.notExercised(`the server took no ${records.kind.one} of ours`)
  for (const { input, shown, exchange } of tried) {
    if (shown) records.judgeFields(input, shown, exchange)
    else records.law.refused(exchange, 'unprocessable')
  }
}
