import { atOnce } from '../../judge/at-once.ts'
import { check, type Check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import { nthInput, poolsOf } from './pools.ts'
import type { OwnRecord } from './record-calls.ts'
import type { RecordKind, Shown } from './record-kind.ts'
import { judging, type Records } from './records.ts'
import { freshInput } from './unique.ts'

/** Create, update and delete where two records have the same name or email: each is a record of its own. */
export function twinChecks(kind: RecordKind): Check[] {
  const name = (what: string) => `${kind.many} of one ${kind.known_by} ${what}`
  const { create: creating, update: updating, delete: deleting } = kind.clauses
  return [
    check(creating, { name: name('created'), run: judging(kind, created) }),
    check(updating, { name: name('updated'), run: judging(kind, updated) }),
    check(deleting, { name: name('deleted'), run: judging(kind, deleted) }),
  ]
}

/** Two records of our own that are known by one text; none where it must be unique (question customers.unique_email). */
export async function twinsOf(records: Records): Promise<readonly [OwnRecord, OwnRecord] | null> {
  const { known_by } = records.kind
  const first = await records.create(await records.input())
  const second = await records.create({ ...(await records.input()), [known_by]: first.input[known_by] })
  return first.shown && second.shown
    ? [
        { ...first, shown: first.shown },
        { ...second, shown: second.shown },
      ]
    : null
}

async function created(records: Records): Promise<void> {
  const { law, kind } = records
  const twins = await twinsOf(records)
  if (!twins) return
  const [first, second] = twins
  law.judge(first.shown.id !== second.shown.id, {
    field: `${kind.one}.id`,
    expected: 'an id that no other record has',
    got: `id ${second.shown.id}, that of the ${kind.one} with the same ${kind.known_by}`,
    exchanges: [first.exchange, second.exchange],
  })
  await records.judgeWritten(second.input, second.exchange)
  await records.judgeRead(first.shown, [first.exchange, second.exchange])
}

/** The one first, then the other: the fault may lie with the newer as with the older. */
async function updated(records: Records): Promise<void> {
  const { known_by } = records.kind
  const [first, second] = (await twinsOf(records)) ?? []
  if (!first || !second) return
  const pools = await poolsOf(records)
  let other = second.shown
  for (const [turn, own] of [first, second].entries()) {
    const { id } = own.shown
    const fresh = await freshInput(records, nthInput(pools, turn + 1))
    const input = { ...fresh, [known_by]: first.input[known_by] }
    const exchange = await records.update(id, input)
    const shown = records.shownIn(exchange)
    records.judgeFields({ id, ...input }, shown, exchange)
    await records.judgeRead(other, [exchange])
    other = shown
  }
}

async function deleted(records: Records): Promise<void> {
  for (const turn of ['older', 'newer']) {
    const twins = await twinsOf(records)
    if (!twins) return
    const [gone, other] = turn === 'older' ? twins : twins.toReversed()
    const found = await findings(records, other.shown)
    const exchange = records.law.success(await records.delete(gone.shown.id))
    await records.judgeRead(other.shown, [exchange])
    await judgeStillFound(records, other.shown, found, exchange)
  }
}

/** The searches among those for a record's own texts that find it. */
async function findings({ law, kind }: Records, shown: Shown): Promise<string[]> {
  const searches = await atOnce(kind.searchTexts(shown), async (search) =>
    (await isFound(law, shown, search)).found ? [search] : [],
  )
  return searches.flat()
}

/** What found it finds it when the other one is gone. */
async function judgeStillFound(
  { law, kind }: Records,
  shown: Shown,
  searches: readonly string[],
  deletion: Exchange,
): Promise<void> {
  for (const search of searches) {
    const { found, exchange } = await isFound(law, shown, search)
    law.judge(found, {
      message: `another ${kind.one} of the same ${kind.known_by} was deleted`,
      expected: `${kind.one} ${shown.id} found by ${JSON.stringify(search)}, as before`,
      exchanges: [deletion, exchange],
    })
  }
}

async function isFound(law: Law, { id }: Shown, search: string) {
  const { items, complete, exchanges } = await law.walk('listCustomers', { query: { search } })
  return { found: !complete || items.some((item) => item.id === id), exchange: exchanges[0] }
}
