import { check, type Check } from '../../judge/check.ts'
import { isObject, member, type Exchange } from '../../server/client/exchange.ts'
import { records as recordsIn, totalOf } from '../../server/store/inventory.ts'
import { foundLoosely } from '../unfound.ts'
import { WHOLE } from '../paging/page.ts'
import { CUSTOMERS, type Fields, type RecordKind, type Shown } from './record-kind.ts'
import { named, type Records } from './records.ts'

/** A place that shows a record, looked at with nothing in between just before a write and just after it. */
interface Place {
  name: string
  look(): Promise<Exchange>
  /** The text that is searched there. */
  search?: string
  /** Whether the record must stand there: a page may lose it to another. */
  isSure: boolean
}

/** Create, update and delete as each view shows them at once: what it showed a moment before counts no more. */
export const aroundChecks = (kind: RecordKind): Check[] => {
  const [creation] = named(kind, { [`${kind.many} looked at just before and after creations`]: creations })
  const [update] = named(kind, { [`${kind.many} looked at just before and after updates`]: updates })
  const [deletion] = named(kind, { [`${kind.many} looked at just before and after deletions`]: deletions })
  return [
    ...(creation ? [check(kind.clauses.create, creation)] : []),
    ...(update ? [check(kind.clauses.update, update)] : []),
    ...(deletion ? [check(kind.clauses.delete, deletion)] : []),
  ]
}

/** The list, and searches for what finds the record; customers alone are found and come in pages. */
function listings({ law, kind }: Records, searches: readonly string[]): Place[] {
  const place = (name: string, query: Fields): Place => ({
    name,
    look: () => law.call(kind.operations.list, { query }),
    isSure: true,
  })
  if (kind !== CUSTOMERS) return [place('the list', {})]
  const found = searches.map((search) => ({
    ...place(`the search for ${search}`, { search, per_page: WHOLE }),
    search,
  }))
  return [place('the list', { per_page: WHOLE }), ...found]
}

/** All places where a record is shown. */
async function placesOf(records: Records, shown: Shown): Promise<Place[]> {
  const { law, kind } = records
  const read: Place = { name: 'its reading', look: () => records.read(shown.id), isSure: true }
  const places = [read, ...listings(records, kind.searchTexts(shown).slice(0, 1))]
  if (kind !== CUSTOMERS) return places
  const at = (await records.all()).items.findIndex(({ id }) => id === shown.id)
  const query = { per_page: 1, page: at + 1 }
  const page: Place = {
    name: 'its page',
    look: () => law.call(kind.operations.list, { query }),
    isSure: false,
  }
  return at > 0 ? [...places, page] : places
}

async function creations(records: Records): Promise<void> {
  const inputs = await records.inputs(2)
  for (const [turn, input] of inputs.entries()) {
    const [email] = [input['email']].filter((text) => typeof text === 'string')
    const place = listings(records, email === undefined ? [] : [email])[turn]
    if (!place) continue
    await place.look()
    const { shown, exchange } = await records.create(input)
    if (shown) judgeThere(records, place, await place.look(), shown, [exchange])
  }
  if (records.kind === CUSTOMERS) await judgeLaterPage(records)
}

/** A later page counts a creation too; where others delete at that moment, another one is looked at. */
const judgeLaterPage = (records: Records): Promise<void> =>
  records.law.settled(async () => {
    const { kind, law } = records
    const look = () => law.call(kind.operations.list, { query: { per_page: 1, page: 2 } })
    const before = await look()
    const { shown, exchange } = await records.create(await records.input())
    const after = await look()
    const totals = [before, after].map((one) => totalOf(one) ?? Number.NaN)
    const [was = Number.NaN, is = Number.NaN] = totals
    if (!shown || Number.isNaN(was + is)) return 'unseen'
    return is > was
      ? null
      : {
          message: `page 2 just after a ${kind.one} was created`,
          expected: `a total of ${was + 1}`,
          got: String(is),
          exchanges: [before, exchange, after],
        }
  })

async function updates(records: Records): Promise<void> {
  // The older of two is first in no order by age: it has a page further on.
  const [{ shown }] = await records.own(2)
  let now = shown
  for (const { name } of await placesOf(records, now)) {
    const place = (await placesOf(records, now)).find((one) => one.name.split(' ')[1] === name.split(' ')[1])
    if (!place) continue
    const input = await records.input()
    const [next] = place.name.startsWith('the search')
      ? listings(records, [String(input['email'])]).slice(1)
      : []
    await place.look()
    const told = await next?.look()
    // A search that finds it by what it does not say yet cannot tell the two texts apart.
    const isLoose = told !== undefined && foundIn(records, told, now.id) !== undefined
    const exchange = await records.update(now.id, input)
    const after = await (next ?? place).look()
    now = records.shownIn(exchange)
    judgeThere(records, next ?? place, after, now, [exchange])
    if (next && !isLoose) await judgeForgotten(records, place, now, exchange)
  }
}

async function deletions(records: Records): Promise<void> {
  for (const [turn, one] of (await records.own(5)).slice(0, 4).entries()) {
    const place = (await placesOf(records, one.shown))[turn]
    if (!place) return
    await place.look()
    const exchange = records.law.success(await records.delete(one.shown.id))
    judgeGone(records, place, await place.look(), one.shown, exchange)
  }
}

/** The record as an answer shows it, by itself or among others. */
function foundIn({ kind }: Records, exchange: Exchange, id: number): Fields | undefined {
  const one = member(exchange, kind.one)
  return isObject(one) ? one : recordsIn<Shown>(exchange, kind.many).find((item) => item.id === id)
}

function judgeThere(
  records: Records,
  { name, isSure }: Place,
  after: Exchange,
  shown: Shown,
  writes: readonly Exchange[],
): void {
  const found = foundIn(records, after, shown.id)
  if (found) return records.judgeAgree(shown, found, [...writes, after])
  records.law.judge(!isSure || isMore(after), {
    message: `${name} just after the write`,
    expected: `${records.kind.one} ${shown.id}`,
    got: 'as if nothing had been written',
    exchanges: [...writes, after],
  })
}

/** The list has more than the page that was looked at. */
const isMore = (exchange: Exchange): boolean => (totalOf(exchange) ?? 0) > WHOLE

/** A search by what it no longer says finds it no more. */
async function judgeForgotten(records: Records, place: Place, now: Shown, write: Exchange): Promise<void> {
  const after = await place.look()
  const { search = '' } = place
  const finds = async (text: string) => {
    const [, other] = listings(records, [text])
    return other !== undefined && foundIn(records, await other.look(), now.id) !== undefined
  }
  const isThere = foundIn(records, after, now.id) !== undefined
  if (isThere && (await foundLoosely(records.law, search, now, finds))) return
  judgeGone(records, place, after, now, write)
}

function judgeGone(records: Records, { name }: Place, after: Exchange, { id }: Shown, write: Exchange): void {
  records.law.judge(foundIn(records, after, id) === undefined, {
    message: `${name} just after ${write.operation}`,
    expected: `no ${records.kind.one} ${id}`,
    got: 'it is there, as before',
    exchanges: [write, after],
  })
}
