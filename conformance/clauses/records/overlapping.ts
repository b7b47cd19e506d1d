import { check, type Check } from '../../judge/check.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { poolsOf, type Pools } from './pools.ts'
import { judging, type Records } from './records.ts'
import type { Fields, RecordKind, Shown } from './record-kind.ts'
import { sameField } from './same-record.ts'

/** So many updates at once, each of several fields. */
const AT_ONCE = 6

/**
 * templates.update, customers.update, by simultaneous updates of one record that give different fields: where omitted
 * fields are kept (question patch.omitted), all that was given is there in the end.
 */
export const overlappingCheck = (kind: RecordKind): Check =>
  check(kind.clauses.update, {
    name: `fields of one ${kind.one} updated at once`,
    run: judging(kind, async (records) => judgeOverlapping(records, await poolsOf(records))),
  })

/** The same for fields with values of these pools. */
export async function judgeOverlapping(records: Records, pools: Pools): Promise<void> {
  const [made] = await records.own(1)
  let shown = await updatedAlone(records, pools, made.shown)
  if (shown === null) return
  for (const turn of ['first', 'second']) {
    const patches = patchesOf(pools, shown)
    // What comes last, which nobody may write over, comes first in the other turn.
    shown = await judgeAtOnce(records, shown, turn === 'first' ? patches : patches.toReversed())
  }
  await judgeBesideReads(records, shown, patchesOf(pools, shown))
}

const READS = 4

/** What is read while an update is under way may be old, and must not be kept as what is so. An update before has nothing kept. */
async function judgeBesideReads(records: Records, shown: Shown, patches: readonly Fields[]): Promise<void> {
  const [first = {}, second = {}] = patches
  await records.update(shown.id, first)
  const reads = Array.from({ length: READS }, () => records.read(shown.id))
  await judgeAtOnce(records, shown, [second], reads)
}

/** The record after an update of some of its fields alone; null where that does not keep the others. */
async function updatedAlone(records: Records, pools: Pools, before: Shown): Promise<Shown | null> {
  const [patch = {}] = patchesOf(pools, before)
  await records.update(before.id, patch)
  const shown = records.shownIn(await records.read(before.id))
  const others = Object.keys(pools).filter((field) => !(field in patch))
  return others.every((field) => sameField(shown[field], before[field])) ? shown : null
}

/** @param reads under way when the updates are sent */
async function judgeAtOnce(
  records: Records,
  before: Shown,
  patches: readonly Fields[],
  reads: readonly Promise<unknown>[] = [],
): Promise<Shown> {
  const updates = patches.map((patch) => records.update(before.id, patch))
  const [exchanges] = await Promise.all([Promise.all(updates), Promise.all(reads)])
  const taken = patches.filter((_, index) => exchanges.slice(index, index + 1).every(isSuccess))
  const read = await records.read(before.id)
  const shown = records.shownIn(read)
  records.judgeFields(Object.assign({ id: before.id }, ...taken), shown, [...exchanges, read])
  return shown
}

/** Each field with another value than the record has, in so many patches. */
function patchesOf(pools: Pools, shown: Shown): Fields[] {
  const changes = Object.entries(pools).map(([field, values]) => ({
    [field]: values.find((value) => value !== '' && !sameField(value, shown[field])) ?? values[0],
  }))
  return Array.from({ length: AT_ONCE }, (_, at): Fields =>
    Object.assign({}, ...changes.filter((_change, index) => index % AT_ONCE === at)),
  )
}
