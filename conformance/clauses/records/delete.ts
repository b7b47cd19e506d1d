import { check, type Check } from '../../judge/check.ts'
import { member, isObject, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { walk } from '../../server/store/inventory.ts'
import { deleteOwn } from '../../server/store/own-records.ts'
import { Audit } from './audit.ts'
import { judgeRead } from './judge.ts'
import { read, update, withOwn, type OwnRecord } from './own.ts'
import { perRun } from '../../server/per-run.ts'
import type { RecordKind, Shown } from './record-kind.ts'

/** templates.delete, customers.delete. */
export function deleteChecks(kind: RecordKind): Check[] {
  return [
    check(kind.clauses.delete, {
      name: `${kind.many} deleted one after the other`,
      run: (law) => oneByOne(law, kind),
    }),
    check(kind.clauses.delete, { name: `${kind.many} deleted at once`, run: (law) => atOnce(law, kind) }),
  ]
}

/** One from the middle, the newest, the oldest: each is gone, and only it. */
async function oneByOne(law: Law, kind: RecordKind): Promise<void> {
  const clause = kind.clauses.delete
  await withOwn(law, kind, 5, async (own) => {
    const audit = await Audit.begin(law, kind)
    for (const index of [2, 4, 0]) {
      const { shown } = own[index]!
      const total = await totalOf(law, kind)
      const exchange = law.of(clause).success(await deleteOwn(law.session, kind.many, shown.id))
      observe(law, exchange)
      await judgeTotal(law, kind, total, exchange)
      await judgeGone(law, kind, own[index]!, exchange)
      await audit.judge(clause, [], [exchange])
    }
    for (const { shown, exchange } of [own[1]!, own[3]!])
      await judgeRead(law, clause, kind, shown, [exchange])
    await judgeStaysGone(law, kind, own[0]!.shown.id)
  })
}

/** What was deleted does not come back with the next one that is created. */
async function judgeStaysGone(law: Law, kind: RecordKind, id: number): Promise<void> {
  await withOwn(law, kind, 1, async ([next]) => {
    const exchange = await read(law, kind, id)
    law.of(kind.clauses.delete).judge(law.is('not-found', exchange), {
      message: `${kind.one} ${id} was deleted before another one was created`,
      expected: law.nameOf('not-found'),
      exchanges: [next!.exchange, exchange],
    })
  })
}

async function atOnce(law: Law, kind: RecordKind): Promise<void> {
  const clause = kind.clauses.delete
  await withOwn(law, kind, 4, async (own) => {
    const audit = await Audit.begin(law, kind)
    const going = [own[0]!, own[2]!]
    const exchanges = await Promise.all(going.map(({ shown }) => deleteOwn(law.session, kind.many, shown.id)))
    for (const exchange of exchanges) law.of(clause).success(exchange)
    for (const [index, one] of going.entries()) await judgeGone(law, kind, one, exchanges[index]!)
    await audit.judge(clause, [own[1]!.shown, own[3]!.shown], exchanges)
  })
}

/** Nothing finds a deleted record any more, and none of these attempts brings it back. */
async function judgeGone(
  law: Law,
  kind: RecordKind,
  { input, shown }: OwnRecord,
  deletion: Exchange,
): Promise<void> {
  const clause = kind.clauses.delete
  const { id } = shown
  const attempts = [
    () => read(law, kind, id),
    () => update(law, kind, id, input),
    () => law.call(kind.operations.delete, { params: { id } }),
    () => read(law, kind, id),
  ]
  for (const attempt of attempts) {
    const exchange = await attempt()
    const isNotFound = law.is('not-found', exchange)
    if (isNotFound) law.session.refusals.push({ kind: 'not-found', exchange })
    law.of(clause).judge(isNotFound, {
      message: `${kind.one} ${id} was deleted`,
      expected: law.nameOf('not-found'),
      exchanges: [deletion, exchange],
    })
  }
  const { client } = law.session
  const searches = kind
    .searchTexts(shown)
    .map((search) => walk<Shown>(client, kind.operations.list, kind.many, { search }))
  const lists = [await kind.all(law.session), ...(await Promise.all(searches))]
  for (const { items, exchanges } of lists) {
    law.of(clause).judge(!items.some((item) => item.id === id), {
      message: `${kind.one} ${id} was deleted`,
      expected: `no ${kind.one} ${id} in ${exchanges[0]?.operation}`,
      got: 'it is listed',
      exchanges: [deletion, ...exchanges.slice(0, 1)],
    })
  }
}

/** The list's total by its meta; null where the list has none. */
async function totalOf(law: Law, kind: RecordKind): Promise<number | null> {
  const exchange = await law.call(kind.operations.list, { query: { per_page: 1 } })
  const meta = member(exchange, 'meta')
  return isObject(meta) && typeof meta['total'] === 'number' ? meta['total'] : null
}

/** A deletion makes the total smaller by one; where others may write too, only a second mismatch tells. */
async function judgeTotal(
  law: Law,
  kind: RecordKind,
  before: number | null,
  deletion: Exchange,
): Promise<void> {
  if (law.session.hasCompany) return judgeOnePage(law, kind, deletion)
  const after = await totalOf(law, kind)
  if (before === null || after === null) return
  const seen = mismatches(law.session, kind, () => ({ count: 0 }))
  if (after !== before - 1) seen.count++
  law.of(kind.clauses.delete).judge(seen.count < 2, {
    message: 'the total of the list does not follow deletions',
    expected: `meta.total ${before - 1}`,
    got: `meta.total ${after}`,
    exchanges: deletion,
  })
}

/** Beside other runs the total moves all the time: it must be that of the one page which shows all. */
async function judgeOnePage(law: Law, kind: RecordKind, deletion: Exchange): Promise<void> {
  const exchange = await law.call(kind.operations.list, { query: { per_page: 250 } })
  const [meta, records] = [member(exchange, 'meta'), member(exchange, kind.many)]
  if (!isObject(meta) || typeof meta['total'] !== 'number' || !Array.isArray(records)) return
  if (records.length >= 250) return
  law.of(kind.clauses.delete).judge(meta['total'] === records.length, {
    message: 'the total of the list does not follow deletions',
    expected: `meta.total ${records.length}, as many as the list shows`,
    got: `meta.total ${meta['total']}`,
    exchanges: [deletion, exchange],
  })
}

const mismatches = perRun<RecordKind, { count: number }>()

/** Status and body of a deletion are open. */
function observe({ session: { observations } }: Law, exchange: Exchange): void {
  const { status, text, json } = exchange.response
  observations.observe('status.deleted', status, exchange)
  const body = text === '' ? 'none' : isObject(json) && 'message' in json ? 'message' : 'object'
  observations.observe('body.deleted', body, exchange)
}
