import type { Check } from '../../judge/check.ts'
import { member, isObject, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { walk } from '../../server/store/inventory.ts'
import { deleteOwn } from '../../server/store/own-records.ts'
import { Audit } from './audit.ts'
import { judgeRead } from './judge.ts'
import { read, update, withOwn, type OwnRecord } from './own.ts'
import { perRun } from './per-run.ts'
import type { RecordKind, Shown } from './record-kind.ts'

/** templates.delete, customers.delete. */
export function deleteChecks(kind: RecordKind): Check[] {
  const clauses = [kind.clauses.delete]
  return [
    { name: `${kind.many} deleted one after the other`, clauses, run: (trial) => oneByOne(trial, kind) },
    { name: `${kind.many} deleted at once`, clauses, run: (trial) => atOnce(trial, kind) },
  ]
}

/** One from the middle, the newest, the oldest: each is gone, and only it. */
async function oneByOne(trial: Trial, kind: RecordKind): Promise<void> {
  const clause = kind.clauses.delete
  await withOwn(trial, kind, 5, async (own) => {
    const audit = await Audit.begin(trial, kind)
    for (const index of [2, 4, 0]) {
      const { shown } = own[index]!
      const total = await totalOf(trial, kind)
      const exchange = trial.success(clause, await deleteOwn(trial.session, kind.many, shown.id))
      observe(trial, exchange)
      await judgeTotal(trial, kind, total, exchange)
      await judgeGone(trial, kind, own[index]!, exchange)
      await audit.judge(clause, [], [exchange])
    }
    for (const { shown, exchange } of [own[1]!, own[3]!])
      await judgeRead(trial, clause, kind, shown, [exchange])
    await judgeStaysGone(trial, kind, own[0]!.shown.id)
  })
}

/** What was deleted does not come back with the next one that is created. */
async function judgeStaysGone(trial: Trial, kind: RecordKind, id: number): Promise<void> {
  await withOwn(trial, kind, 1, async ([next]) => {
    const exchange = await read(trial, kind, id)
    trial.judge(kind.clauses.delete, trial.session.kinds.is('not-found', exchange), {
      message: `${kind.one} ${id} was deleted before another one was created`,
      expected: trial.session.kinds.name('not-found'),
      exchanges: [next!.exchange, exchange],
    })
  })
}

async function atOnce(trial: Trial, kind: RecordKind): Promise<void> {
  const clause = kind.clauses.delete
  await withOwn(trial, kind, 4, async (own) => {
    const audit = await Audit.begin(trial, kind)
    const going = [own[0]!, own[2]!]
    const exchanges = await Promise.all(
      going.map(({ shown }) => deleteOwn(trial.session, kind.many, shown.id)),
    )
    for (const exchange of exchanges) trial.success(clause, exchange)
    for (const [index, one] of going.entries()) await judgeGone(trial, kind, one, exchanges[index]!)
    await audit.judge(clause, [own[1]!.shown, own[3]!.shown], exchanges)
  })
}

/** Nothing finds a deleted record any more, and none of these attempts brings it back. */
async function judgeGone(
  trial: Trial,
  kind: RecordKind,
  { input, shown }: OwnRecord,
  deletion: Exchange,
): Promise<void> {
  const clause = kind.clauses.delete
  const { id } = shown
  const attempts = [
    () => read(trial, kind, id),
    () => update(trial, kind, id, input),
    () => trial.call(kind.operations.remove, { params: { id } }),
    () => read(trial, kind, id),
  ]
  for (const attempt of attempts) {
    const exchange = await attempt()
    const isNotFound = trial.session.kinds.is('not-found', exchange)
    if (isNotFound) trial.session.refusals.push({ kind: 'not-found', exchange })
    trial.judge(clause, isNotFound, {
      message: `${kind.one} ${id} was deleted`,
      expected: trial.session.kinds.name('not-found'),
      exchanges: [deletion, exchange],
    })
  }
  const { client } = trial.session
  const searches = kind
    .searchTexts(shown)
    .map((search) => walk<Shown>(client, kind.operations.list, kind.many, { search }))
  const lists = [await kind.all(trial.session), ...(await Promise.all(searches))]
  for (const { items, exchanges } of lists) {
    trial.judge(clause, !items.some((item) => item.id === id), {
      message: `${kind.one} ${id} was deleted`,
      expected: `no ${kind.one} ${id} in ${exchanges[0]?.operation}`,
      got: 'it is listed',
      exchanges: [deletion, ...exchanges.slice(0, 1)],
    })
  }
}

/** The list's total by its meta; null where the list has none. */
async function totalOf(trial: Trial, kind: RecordKind): Promise<number | null> {
  const exchange = await trial.call(kind.operations.list, { query: { per_page: 1 } })
  const meta = member(exchange, 'meta')
  return isObject(meta) && typeof meta['total'] === 'number' ? meta['total'] : null
}

/** A deletion makes the total smaller by one; where others may write too, only a second mismatch tells. */
async function judgeTotal(
  trial: Trial,
  kind: RecordKind,
  before: number | null,
  deletion: Exchange,
): Promise<void> {
  if (trial.session.hasCompany) return judgeOnePage(trial, kind, deletion)
  const after = await totalOf(trial, kind)
  if (before === null || after === null) return
  const seen = mismatches(trial.session, kind, () => ({ count: 0 }))
  if (after !== before - 1) seen.count++
  trial.judge(kind.clauses.delete, seen.count < 2, {
    message: 'the total of the list does not follow deletions',
    expected: `meta.total ${before - 1}`,
    got: `meta.total ${after}`,
    exchanges: deletion,
  })
}

/** Beside other runs the total moves all the time: it must be that of the one page which shows all. */
async function judgeOnePage(trial: Trial, kind: RecordKind, deletion: Exchange): Promise<void> {
  const exchange = await trial.call(kind.operations.list, { query: { per_page: 250 } })
  const [meta, records] = [member(exchange, 'meta'), member(exchange, kind.many)]
  if (!isObject(meta) || typeof meta['total'] !== 'number' || !Array.isArray(records)) return
  if (records.length >= 250) return
  trial.judge(kind.clauses.delete, meta['total'] === records.length, {
    message: 'the total of the list does not follow deletions',
    expected: `meta.total ${records.length}, as many as the list shows`,
    got: `meta.total ${meta['total']}`,
    exchanges: [deletion, exchange],
  })
}

const mismatches = perRun<RecordKind, { count: number }>()

/** Status and body of a deletion are open. */
function observe({ session: { observations } }: Trial, exchange: Exchange): void {
  const { status, text, json } = exchange.response
  observations.observe('status.deleted', status, exchange)
  const body = text === '' ? 'none' : isObject(json) && 'message' in json ? 'message' : 'object'
  observations.observe('body.deleted', body, exchange)
}
