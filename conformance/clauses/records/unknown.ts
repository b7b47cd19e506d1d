import { OPERATIONS } from '../../../schemas/operations.ts'
import { type Check, check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { UNLIKELY_ID } from '../../server/learn/preflight.ts'
import { judgeRead } from './judge.ts'
import { read, shownBy, update, withOwn } from './own.ts'
import type { RecordKind, Shown } from './record-kind.ts'

/** templates.unknown, customers.unknown. */
export function unknownChecks(kind: RecordKind, other: RecordKind): Check[] {
  return [
    check(kind.clauses.unknown, {
      name: `${kind.many} that do not exist`,
      run: (law) => unknownIds(law, kind, other),
    }),
    check(kind.clauses.unknown, { name: `${kind.many} by no integer`, run: (law) => noIntegers(law, kind) }),
    check(kind.clauses.unknown, {
      name: `a ${kind.one} of our own by what is not its id`,
      needs: ['writes'],
      run: (law) => writesByNoId(law, kind),
    }),
  ]
}

async function unknownIds(law: Law, kind: RecordKind, other: RecordKind): Promise<void> {
  const clause = kind.clauses.unknown
  const { read: reading, update: updating, delete: removing } = kind.operations
  for (const operation of law.of(clause).permitted([reading, updating, removing])) {
    const withBody = OPERATIONS[operation].method === 'PATCH'
    const body = withBody ? { [kind.one]: await kind.input(law.session) } : undefined
    for (const id of [UNLIKELY_ID, UNLIKELY_ID + 1]) {
      const call = { params: { id }, ...(body && { body }) }
      law.of(clause).refused(await law.call(operation, call), 'not-found')
      law.of(clause).refused(await read(law, kind, id), 'not-found')
    }
  }
  for (const id of await idsOfOthers(law, kind, other))
    law.of(clause).refused(await read(law, kind, id), 'not-found')
  for (const id of await platformIds(law, kind)) judgeNothing(law, kind, await read(law, kind, id))
  for (const id of [0, -1, '99999999999999999999', '-9223372036854775808'])
    judgeNothing(law, kind, await read(law, kind, id))
  await nearMisses(law, kind)
}

/** Integers that careless code takes for the id of the first or the last record. */
async function nearMisses(law: Law, kind: RecordKind): Promise<void> {
  const { items, complete } = await kind.all(law.session)
  if (!complete || items.length === 0) return
  for (const { id } of new Set([items[0]!, items.at(-1)!]))
    for (const near of nearOf(id)) await isNobodys(law, kind, near)
}

/** Reads by a near miss, which finds nothing; only a record that really has that id makes it none. */
async function isNobodys(law: Law, kind: RecordKind, near: number | string): Promise<boolean> {
  const exchange = await read(law, kind, near)
  if (shownBy(kind, exchange)?.id === near) return false
  judgeMissed(law, kind, near, exchange)
  return true
}

/** The negative of an id, and what 32 bits take for it. */
const nearOf = (id: number): number[] =>
  [-id, id + 2 ** 31, id + 2 ** 32, id - 2 ** 32].filter((near) => Number.isSafeInteger(near) && near !== id)

/** A server need not have a path for a negative id (question http.unknown_path): no record it has in any case. */
function judgeMissed(law: Law, kind: RecordKind, id: number | string, exchange: Exchange): void {
  if (typeof id === 'number' && id > 0) law.of(kind.clauses.unknown).refused(exchange, 'not-found')
  else judgeNothing(law, kind, exchange)
}

/** Ids that name a record of another kind, or begin one of this kind, and name none of this kind. */
async function idsOfOthers({ session }: Law, kind: RecordKind, other: RecordKind): Promise<number[]> {
  const own = await kind.all(session)
  if (!own.complete) return []
  const others = [...(await other.all(session)).items, ...(await session.inventory.invoices()).items]
  const near = own.items.slice(0, 2).flatMap(({ id }) => [Math.floor(id / 10), id * 10, id * 10 + 1])
  const ids = [...near, ...others.slice(0, 3).map(idOf), ...others.slice(-3).map(idOf)]
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0 && !own.items.some((item) => item.id === id))
}

/** What the commerce platform calls records of this kind, as far as none here has that id. */
async function platformIds({ session }: Law, kind: RecordKind): Promise<number[]> {
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

async function noIntegers(law: Law, kind: RecordKind): Promise<void> {
  const { items } = await kind.all(law.session)
  const near = [items[0], items.at(-1)].flatMap((item) => (item ? beginningWith(item.id) : []))
  for (const segment of [...NO_INTEGERS, ...near]) {
    const exchange = await read(law, kind, segment)
    judgeNothing(law, kind, exchange)
    if (segment === 'abc') observe(law, exchange)
  }
}

function judgeNothing(law: Law, kind: RecordKind, exchange: Exchange): void {
  law.of(kind.clauses.unknown).judge(!isSuccess(exchange), {
    expected: `no ${kind.one}`,
    exchanges: exchange,
  })
}

function observe({ session: { kinds, observations } }: Law, exchange: Exchange): void {
  const answer = (['not-found', 'unprocessable'] as const).find((kind) => kinds.is(kind, exchange))
  if (answer) observations.observe('errors.non_integer_id', answer, exchange)
}

/** Updates and deletions by what is not quite the id of our record; an id that another one has is left alone. */
async function writesByNoId(law: Law, kind: RecordKind): Promise<void> {
  await withOwn(law, kind, 1, async ([own]) => {
    const { shown } = own!
    for (const near of [...beginningWith(shown.id), ...nearOf(shown.id)])
      if (await isNobodys(law, kind, near)) await judgeUnwritten(law, kind, near, shown)
  })
}

async function judgeUnwritten(
  law: Law,
  kind: RecordKind,
  near: string | number,
  shown: Shown,
): Promise<void> {
  const updated = await update(law, kind, near, await kind.input(law.session))
  const removed = await law.call(kind.operations.delete, { params: { id: near } })
  for (const exchange of [updated, removed]) judgeMissed(law, kind, near, exchange)
  await judgeRead(law, kind.clauses.unknown, kind, shown, [updated, removed])
}
