import { check, type Check } from '../../judge/check.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { isOfRun } from '../../server/store/marker.ts'
import type { Collection } from '../../server/store/inventory.ts'
import { Audit } from './audit.ts'
import type { OwnRecord } from './record-calls.ts'
import { shownBy, type RecordKind, type Shown } from './record-kind.ts'
import { named, type Records } from './records.ts'

/** templates.delete, customers.delete. */
export const deleteChecks = (kind: RecordKind): Check[] =>
  named(kind, {
    [`${kind.many} deleted one after the other`]: oneByOne,
    [`${kind.many} deleted at once`]: atOnce,
  }).map((one) => check(kind.clauses.delete, one))

/** One from the middle, the newest, the oldest: each is gone, and only it. */
async function oneByOne(records: Records): Promise<void> {
  const [first, second, third, fourth, fifth] = await records.make(5)
  const audit = await Audit.begin(records)
  for (const one of [third, fifth, first]) {
    const surplus = surplusIn(await records.all())
    const exchange = records.law.success(await records.delete(one.shown.id))
    await judgeGone(records, one, exchange)
    await judgeTotal(records, surplus, exchange)
    await audit.judge([], [exchange])
  }
  for (const { shown, exchange } of [second, fourth]) await records.judgeRead(shown, [exchange])
  const next = await records.makeOne()
  // An id may be given again: then it is the new record's.
  if (next.shown.id !== first.shown.id)
    judgeNotFound(records, first.shown, await records.read(first.shown.id), next.exchange)
}

async function atOnce(records: Records): Promise<void> {
  const [first, second, third, fourth] = await records.own(4)
  const audit = await Audit.begin(records)
  const [one, other] = await Promise.all([deletedBeside(records, first), records.delete(third.shown.id)])
  const exchanges = [one, other].map((exchange) => records.law.success(exchange))
  await judgeGone(records, first, one)
  await judgeGone(records, third, other)
  await audit.judge([second.shown, fourth.shown], exchanges)
}

/** Deletes a record, twice at once, while it is updated: an update that comes too late does not bring it back. */
async function deletedBeside(records: Records, { input, shown: { id } }: OwnRecord): Promise<Exchange> {
  const update = () => records.update(id, input)
  const [, one, other] = await Promise.all([update(), records.delete(id), records.delete(id), update()])
  return isSuccess(one) ? one : other
}

/** Nothing finds a deleted record any more, and none of these attempts brings it back. */
async function judgeGone(records: Records, { input, shown }: OwnRecord, deletion: Exchange): Promise<void> {
  const { id } = shown
  const attempts = [
    () => records.read(id),
    () => records.update(id, input),
    () => records.delete(id),
    () => records.read(id),
  ]
  for (const attempt of attempts) {
    const exchange = await attempt()
    if (isAnothers(records, shown, exchange))
      return records.law.missing(`the id of a deleted ${records.kind.one} was given to another one at once`)
    judgeNotFound(records, shown, exchange, deletion)
  }
  await judgeFoundTotal(records, shown, deletion)
  for (const { items, exchanges } of await listings(records, shown))
    records.law.judge(!items.some((item) => item.id === id), {
      message: `${records.kind.one} ${id} was deleted`,
      expected: `no ${records.kind.one} ${id} in ${exchanges[0]?.operation}`,
      got: 'it is listed',
      exchanges: [deletion, ...exchanges.slice(0, 1)],
    })
}

/** Whether somebody else's record has the id already: it is none of this run's, and was made at another time. */
function isAnothers({ law, kind }: Records, { created_at }: Shown, exchange: Exchange): boolean {
  const found = isSuccess(exchange) ? shownBy(kind, exchange) : null
  return found !== null && found['created_at'] !== created_at && !isOfRun(found, law.marker)
}

function judgeNotFound({ law, kind }: Records, { id }: Shown, exchange: Exchange, earlier: Exchange): void {
  const isNotFound = law.is('not-found', exchange)
  if (isNotFound) law.noteRefusal(exchange, 'not-found')
  law.judge(isNotFound, {
    message: `${kind.one} ${id} was deleted`,
    expected: law.nameOf('not-found'),
    exchanges: [earlier, exchange],
  })
}

/** The list, and the searches that would find the record. */
async function listings(records: Records, shown: Shown): Promise<Collection<{ id: number }>[]> {
  const { law, kind } = records
  const searches = kind.searchTexts(shown).map((search) => law.walk('listCustomers', { query: { search } }))
  return Promise.all([records.all(), ...searches])
}

/** By how many the total that the list tells is more than it shows; null where it tells none. */
function surplusIn({ items, complete, exchanges: [exchange] }: Collection<object>): number | null {
  const meta = exchange && member(exchange, 'meta')
  if (!complete || !isObject(meta) || typeof meta['total'] !== 'number') return null
  return meta['total'] - items.length
}

/** What a search tells to be found follows deletions too: no more than it shows. */
async function judgeFoundTotal(records: Records, shown: Shown, deletion: Exchange): Promise<void> {
  const { law, kind } = records
  const [search] = kind.searchTexts(shown)
  if (search === undefined) return
  await law.settled(async () => {
    const found = await law.walk('listCustomers', { query: { search } })
    const surplus = surplusIn(found)
    if (surplus === null || surplus === 0) return null
    return {
      message: `the total of a search does not follow the deletion of ${kind.one} ${shown.id}`,
      expected: `meta.total ${found.items.length}`,
      got: `meta.total ${found.items.length + surplus}`,
      exchanges: [deletion, ...found.exchanges.slice(0, 1)],
    }
  })
}

/** The total follows deletions: it is as far from what is listed as before, or right. Others may move it between pages. */
async function judgeTotal(records: Records, before: number | null, deletion: Exchange): Promise<void> {
  await records.law.settled(async () => {
    const list = await records.allAnew()
    const surplus = surplusIn(list)
    if (before === null || surplus === null || [0, before].includes(surplus)) return null
    return {
      message: 'the total of the list does not follow deletions',
      expected: `meta.total ${list.items.length + before}`,
      got: `meta.total ${list.items.length + surplus}`,
      exchanges: [deletion, ...list.exchanges.slice(0, 1)],
    }
  })
}
