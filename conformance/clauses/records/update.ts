import { check, type Check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { Audit } from './audit.ts'
import { everyTurn, inputArbitrary, nthInput, poolsOf } from './pools.ts'
import type { OwnRecord } from './record-calls.ts'
import type { Fields, RecordKind, Shown } from './record-kind.ts'
import { named, type Records } from './records.ts'
import { freshInput } from './unique.ts'

/** templates.update, customers.update, by bodies that give every field, with the list to itself: whatever other record changes shows. */
export const updateAlone = (kind: RecordKind): Check[] =>
  named(kind, {
    [`every field of a ${kind.one} updated`]: everyField,
    [`a ${kind.one} updated that does not exist`]: nothing,
  }).map((one) => check(kind.clauses.update, one))

/** The same beside others. */
export const updateChecks = (kind: RecordKind): Check[] =>
  named(kind, {
    [`a ${kind.one} updated again and again`]: anyInput,
    [`${kind.many} updated at once`]: atOnce,
    [`a ${kind.one} updated to the ${kind.known_by} of another`]: toNamesake,
  }).map((one) => check(kind.clauses.update, one))

/**
 * Updates a record; the clause demands that answer, read and list show these values, and that the other records stay.
 */
async function judgeUpdate(
  records: Records,
  audit: Audit,
  { id }: Shown,
  body: Fields,
  earlier: readonly Exchange[] = [],
): Promise<void> {
  const exchange = await records.update(id, body)
  const shown = records.judgeAnswered({ id, ...body }, exchange, earlier)
  await audit.judgeEverywhere(shown, [...earlier, exchange])
}

/** One field after the other to another value, to a telling one, and to the same once more. */
async function everyField(records: Records): Promise<void> {
  const pools = await poolsOf(records)
  const [, { input, shown, exchange }] = await records.own(3)
  const audit = await Audit.begin(records)
  let body = input
  for (const field of records.kind.inputFields) {
    for (const value of turns(pools[field] ?? [], body[field])) {
      body = { ...body, ...(await freshInput(records, { [field]: value })) }
      await judgeUpdate(records, audit, shown, body, [exchange])
    }
  }
  await judgeUpdate(records, audit, shown, body, [exchange])
  await judgeUpdate(records, audit, shown, input, [exchange])
  await judgeUpdate(records, audit, shown, inCapitals(input, records.kind), [exchange])
}

/** Names with their first word in other letter case, and nothing else changed. */
function inCapitals(input: Fields, { mark, common }: RecordKind): Fields {
  const names = [mark, ...(common === null ? [] : [common])]
  const capitals = names.map((name) => [
    name,
    String(input[name]).replace(/^\S+/, (word) => word.toUpperCase()),
  ])
  return { ...input, ...Object.fromEntries(capitals) }
}

const FALSY: readonly unknown[] = ['', false, 0]

/** A field's new values in turn: another one, then one that careless code takes for none. */
function turns(pool: readonly unknown[], now: unknown): unknown[] {
  const others = pool.filter((value) => value !== now)
  const falsy = others.filter((value) => FALSY.includes(value))
  const plain = others.filter((value) => !falsy.includes(value))
  return [...plain.slice(0, 1), ...falsy.slice(0, 1), ...plain.slice(1, 2)].slice(0, 2)
}

async function anyInput(records: Records): Promise<void> {
  const pools = await poolsOf(records)
  const [, { shown }] = await records.own(3)
  const audit = await Audit.begin(records)
  const examples = [0, 1, 0, 0, ...everyTurn(pools).slice(2)].map((n) => nthInput(pools, n))
  await records.law.property(
    inputArbitrary(pools),
    async (body) => judgeUpdate(records, audit, shown, await freshInput(records, body)),
    { examples, runs: examples.length + Math.ceil(records.law.runs / 8) },
  )
}

/** Whether two may have one name or email is open (question customers.unique_email): taken or refused, it costs the other nothing. */
async function toNamesake(records: Records): Promise<void> {
  const { known_by } = records.kind
  const [one, other] = await records.make(2)
  const audit = await Audit.begin(records)
  const exchange = await records.update(one.shown.id, { ...one.input, [known_by]: other.input[known_by] })
  await audit.judge(isSuccess(exchange) ? [records.shownIn(exchange)] : [], [exchange])
  await records.judgeRead(other.shown, [exchange])
}

/** Simultaneous updates of different records: each has its own values then. */
async function atOnce(records: Records): Promise<void> {
  const own = await records.own(4)
  await judgeAtOnce(records, own)
  await judgeAtOnce(records, own.slice(0, 3))
}

/** What names no record changes none: told by two looks at the list, as somebody else may have changed one before the first. */
async function nothing(records: Records): Promise<void> {
  await records.own(2)
  const audit = await Audit.begin(records)
  for (const id of [UNLIKELY_ID, UNLIKELY_ID + 1]) {
    const exchange = await records.update(id, await records.input())
    if (!isSuccess(exchange)) await audit.judge([], [exchange])
  }
}

async function judgeAtOnce(records: Records, own: readonly OwnRecord[]): Promise<void> {
  const audit = await Audit.begin(records)
  const inputs = await records.inputs(own.length)
  const updates = own.map(({ shown: { id } }, index) => ({ id, ...inputs[index] }))
  const exchanges = await Promise.all(updates.map(({ id, ...input }) => records.update(id, input)))
  const now = exchanges.map((exchange) => records.shownIn(exchange))
  for (const [index, shown] of now.entries()) {
    records.judgeFields({ ...updates[index] }, shown, exchanges)
    await records.judgeRead(shown, exchanges)
  }
  await audit.judge(now, exchanges)
}
