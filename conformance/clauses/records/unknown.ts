import { atOnce } from '../../judge/at-once.ts'
import { check, type Check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { shownBy, type RecordKind, type Shown } from './record-kind.ts'
import { judging, type Records } from './records.ts'

/** templates.unknown, customers.unknown. */
export const unknownChecks = (kind: RecordKind, other: RecordKind): Check[] => [
  check(kind.clauses.unknown, {
    name: `${kind.many} that do not exist`,
    run: judging(kind, (records) => unknownIds(records, other)),
  }),
  check(kind.clauses.unknown, {
    name: `${kind.many} by no integer`,
    permissions: ['hostile-input'],
    run: judging(kind, noIntegers),
  }),
  check(kind.clauses.unknown, {
    name: `a ${kind.one} of our own by what is not its id`,
    needs: ['writes'],
    permissions: ['hostile-input'],
    run: judging(kind, writesByNoId),
  }),
]

async function unknownIds(records: Records, other: RecordKind): Promise<void> {
  const { law, kind } = records
  const permitted = law.permitted([kind.operations.read, kind.operations.update, kind.operations.delete])
  for (const id of [UNLIKELY_ID, UNLIKELY_ID + 1]) {
    for (const operation of permitted) {
      const body = operation === kind.operations.update && { body: { [kind.one]: await records.input() } }
      law.refused(await law.call(operation, { params: { id }, ...body }), 'not-found')
    }
    law.refused(await records.read(id), 'not-found')
  }
  // Others may have made one since the list was read.
  await atOnce(await idsOfOthers(records, other), (id) => isNobodys(records, id))
  await atOnce(
    [...(await platformIds(records)), '99999999999999999999', '-9223372036854775808'],
    async (id) => judgeNothing(records, await records.read(id)),
  )
  // There are servers that count from nought, or downwards.
  await atOnce([0, -1], (id) => isNobodys(records, id))
  await nearMisses(records)
}

/** Integers that careless code takes for the id of the first or the last record. */
async function nearMisses(records: Records): Promise<void> {
  const { items, complete } = await records.all()
  if (!complete) return
  await atOnce(outermost(items).flatMap(nearOf), (near) => isNobodys(records, near))
}

/** Ids of the first and the last of them. */
const outermost = (items: readonly Shown[]): number[] => [
  ...new Set([...items.slice(0, 1), ...items.slice(-1)].map(idOf)),
]

/** Reads by a near miss, which finds nothing; only a record that really has that id makes it none. */
async function isNobodys(records: Records, near: number | string): Promise<boolean> {
  const exchange = await records.read(near)
  if (shownBy(records.kind, exchange)?.id === near) return false
  judgeMissed(records, near, exchange)
  return true
}

/** The negative of an id, and what 32 bits take for it. */
const nearOf = (id: number): number[] =>
  [-id, id + 2 ** 31, id + 2 ** 32, id - 2 ** 32].filter((near) => Number.isSafeInteger(near) && near !== id)

/** A server need not have a path for a negative id (question http.unknown_path): no record it has in any case. */
function judgeMissed(records: Records, id: number | string, exchange: Exchange): void {
  if (typeof id === 'number' && id > 0) records.law.refused(exchange, 'not-found')
  else judgeNothing(records, exchange)
}

/** Ids that name a record of another kind, or begin one of this kind, and name none of this kind. */
async function idsOfOthers(records: Records, other: RecordKind): Promise<number[]> {
  const { law } = records
  const own = await records.all()
  if (!own.complete) return []
  const others = [...(await other.all(law.store)).items, ...(await law.store.invoices()).items]
  const near = own.items.slice(0, 2).flatMap(({ id }) => [Math.floor(id / 10), id * 10, id * 10 + 1])
  const ids = [...near, ...others.slice(0, 3).map(idOf), ...others.slice(-3).map(idOf)]
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0 && !own.items.some((item) => item.id === id))
}

/** What the commerce platform calls records of this kind, as far as none here has that id. */
async function platformIds(records: Records): Promise<number[]> {
  const { items, complete } = await records.all()
  if (!complete) return []
  const others = items
    .map((item) => item['platform_customer_id'])
    .filter((id) => typeof id === 'number')
    .filter((id) => Number.isInteger(id) && !items.some((item) => item.id === id))
  return [...others.slice(0, 3), ...others.slice(-3)]
}

const idOf = ({ id }: { id: number }) => id

const NO_INTEGERS = [
  ['abc', '1.5', 'null', 'undefined', 'NaN', 'true', '*', '%', "1' or '1'='1", '१२', '[]'],
  ['__proto__', 'constructor'],
].flat()

const FULL_WIDTH_ZERO = 0xff10

/** What careless code reads as an id of the store, and is none. Whether `+7` or `7.0` are integers is not said. */
const beginningWith = (id: number) => [
  ...['#abc', '#.5', '#-1', '#,#', '# x', '# ', ' #', 'x#', '#-', '#e0', '#.json'].map((near) =>
    near.replaceAll('#', String(id)),
  ),
  `0x${id.toString(16)}`,
  String(BigInt(id) + 2n ** 64n),
  // Digits that are parted, and those of another script.
  id < 10 ? `0_${id}` : String(id).replace(/^\d/, '$&_'),
  String(id).replaceAll(/\d/g, (digit) => String.fromCharCode(FULL_WIDTH_ZERO + Number(digit))),
]

async function noIntegers(records: Records): Promise<void> {
  const { items } = await records.all()
  await atOnce([...NO_INTEGERS, ...outermost(items).flatMap(beginningWith)], async (segment) => {
    const exchange = await records.read(segment)
    judgeNothing(records, exchange)
  })
}

function judgeNothing({ law, kind }: Records, exchange: Exchange): void {
  law.judge(!isSuccess(exchange), { expected: `no ${kind.one}`, exchanges: exchange })
}

/** Updates and deletions by what is not quite the id of our record; an id that another one has is left alone. */
async function writesByNoId(records: Records): Promise<void> {
  const [{ shown }] = await records.own(1)
  const input = await records.input()
  const writes = await atOnce([...beginningWith(shown.id), ...nearOf(shown.id)], async (near) => {
    if (!(await isNobodys(records, near))) return []
    const sent = [await records.update(near, input), await records.delete(near)]
    for (const exchange of sent) judgeMissed(records, near, exchange)
    return sent
  })
  await records.judgeRead(shown, writes.flat())
}
