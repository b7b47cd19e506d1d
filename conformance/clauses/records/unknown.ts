import { OPERATIONS } from '../../../schemas/operations.ts'
import type { Check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { UNLIKELY_ID } from '../../server/learn/preflight.ts'
import { judgeRead } from './judge.ts'
import { read, shownBy, update, withOwn } from './own.ts'
import type { RecordKind, Shown } from './record-kind.ts'

/** templates.unknown, customers.unknown. */
export function unknownChecks(kind: RecordKind, other: RecordKind): Check[] {
  const clauses = [kind.clauses.unknown]
  return [
    { name: `${kind.many} that do not exist`, clauses, run: (trial) => unknownIds(trial, kind, other) },
    { name: `${kind.many} by no integer`, clauses, run: (trial) => noIntegers(trial, kind) },
    {
      name: `a ${kind.one} of our own by what is not its id`,
      clauses,
      needs: ['writes'],
      run: (trial) => writesByNoId(trial, kind),
    },
  ]
}

async function unknownIds(trial: Trial, kind: RecordKind, other: RecordKind): Promise<void> {
  const clause = kind.clauses.unknown
  const { read: reading, update: updating, remove: removing } = kind.operations
  for (const operation of trial.permitted(clause, [reading, updating, removing])) {
    const withBody = OPERATIONS[operation].method === 'PATCH'
    const body = withBody ? { [kind.one]: await kind.input(trial.session) } : undefined
    for (const id of [UNLIKELY_ID, UNLIKELY_ID + 1]) {
      const call = { params: { id }, ...(body && { body }) }
      trial.refused(clause, await trial.call(operation, call), 'not-found')
      trial.refused(clause, await read(trial, kind, id), 'not-found')
    }
  }
  for (const id of await idsOfOthers(trial, kind, other))
    trial.refused(clause, await read(trial, kind, id), 'not-found')
  for (const id of await platformIds(trial, kind)) judgeNothing(trial, kind, await read(trial, kind, id))
  for (const id of [0, -1, '99999999999999999999', '-9223372036854775808'])
    judgeNothing(trial, kind, await read(trial, kind, id))
  await nearMisses(trial, kind)
}

/** Integers that careless code takes for the id of the first or the last record. */
async function nearMisses(trial: Trial, kind: RecordKind): Promise<void> {
  const { items, complete } = await kind.all(trial.session)
  if (!complete || items.length === 0) return
  for (const { id } of new Set([items[0]!, items.at(-1)!]))
    for (const near of nearOf(id)) await isNobodys(trial, kind, near)
}

/** Reads by a near miss, which finds nothing; only a record that really has that id makes it none. */
async function isNobodys(trial: Trial, kind: RecordKind, near: number | string): Promise<boolean> {
  const exchange = await read(trial, kind, near)
  if (shownBy(kind, exchange)?.id === near) return false
  judgeMissed(trial, kind, near, exchange)
  return true
}

/** The negative of an id, and what 32 bits take for it. */
const nearOf = (id: number): number[] =>
  [-id, id + 2 ** 31, id + 2 ** 32, id - 2 ** 32].filter((near) => Number.isSafeInteger(near) && near !== id)

/** A server need not have a path for a negative id (question http.unknown_path): no record it has in any case. */
function judgeMissed(trial: Trial, kind: RecordKind, id: number | string, exchange: Exchange): void {
  if (typeof id === 'number' && id > 0) trial.refused(kind.clauses.unknown, exchange, 'not-found')
  else judgeNothing(trial, kind, exchange)
}

/** Ids that name a record of another kind, or begin one of this kind, and name none of this kind. */
async function idsOfOthers({ session }: Trial, kind: RecordKind, other: RecordKind): Promise<number[]> {
  const own = await kind.all(session)
  if (!own.complete) return []
  const others = [...(await other.all(session)).items, ...(await session.inventory.invoices()).items]
  const near = own.items.slice(0, 2).flatMap(({ id }) => [Math.floor(id / 10), id * 10, id * 10 + 1])
  const ids = [...near, ...others.slice(0, 3).map(idOf), ...others.slice(-3).map(idOf)]
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0 && !own.items.some((item) => item.id === id))
}

/** What the commerce platform calls records of this kind, as far as none here has that id. */
async function platformIds({ session }: Trial, kind: RecordKind): Promise<number[]> {
  const { items, complete } = await kind.all(session)
  if (!complete) return []
  const ids = items.map((item) => item['platform_customer_id'])
  const others = ids.filter((id) => Number.isInteger(id) && !items.some((item) => item.id === id)) as number[]
  return [...others.slice(0, 3), ...others.slice(-3)]
}

const idOf = ({ id }: { id: number }) => id

const NO_INTEGERS = [
  'abc',
  '1.5',
  'null',
  'undefined',
  'NaN',
  'true',
  '*',
  '%',
  "1' or '1'='1",
  '__proto__',
  'constructor',
  '१२',
  '[]',
]

/** What begins like an id of the store, and is none. */
const beginningWith = (id: number) => [
  `${id}abc`,
  `${id}.5`,
  `${id}-1`,
  `${id},${id}`,
  `${id} x`,
  `x${id}`,
  `${id}-`,
]

async function noIntegers(trial: Trial, kind: RecordKind): Promise<void> {
  const { items } = await kind.all(trial.session)
  const near = [items[0], items.at(-1)].flatMap((item) => (item ? beginningWith(item.id) : []))
  for (const segment of [...NO_INTEGERS, ...near]) {
    const exchange = await read(trial, kind, segment)
    judgeNothing(trial, kind, exchange)
    if (segment === 'abc') observe(trial, exchange)
  }
}

function judgeNothing(trial: Trial, kind: RecordKind, exchange: Exchange): void {
  trial.judge(kind.clauses.unknown, !isSuccess(exchange), {
    expected: `no ${kind.one}`,
    exchanges: exchange,
  })
}

function observe({ session: { kinds, observations } }: Trial, exchange: Exchange): void {
  const answer = (['not-found', 'unprocessable'] as const).find((kind) => kinds.is(kind, exchange))
  if (answer) observations.observe('errors.non_integer_id', answer, exchange)
}

/** Updates and deletions by what is not quite the id of our record; an id that another one has is left alone. */
async function writesByNoId(trial: Trial, kind: RecordKind): Promise<void> {
  await withOwn(trial, kind, 1, async ([own]) => {
    const { shown } = own!
    for (const near of [...beginningWith(shown.id), ...nearOf(shown.id)])
      if (await isNobodys(trial, kind, near)) await judgeUnwritten(trial, kind, near, shown)
  })
}

async function judgeUnwritten(
  trial: Trial,
  kind: RecordKind,
  near: string | number,
  shown: Shown,
): Promise<void> {
  const updated = await update(trial, kind, near, await kind.input(trial.session))
  const removed = await trial.call(kind.operations.remove, { params: { id: near } })
  for (const exchange of [updated, removed]) judgeMissed(trial, kind, near, exchange)
  await judgeRead(trial, kind.clauses.unknown, kind, shown, [updated, removed])
}
