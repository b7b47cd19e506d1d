import { check, type Check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { created, deleteOwn } from '../../server/activity/own-records.ts'
import { type Deleted, lastSeen } from '../../server/activity/last-seen.ts'
import { isObject, isSuccess, member } from '../../server/client/exchange.ts'
import { perRun } from '../../server/per-run.ts'
import { shownBy, type Fields, type RecordKind, type Shown } from './record-kind.ts'
import { Records } from './records.ts'

/** Records that are made when the run begins to write, and deleted when it ends: null where that is refused. */
interface Kept {
  created: Shown | null
  /** Of the name or email of one that was deleted just before, where there may be one, and updated twice, at once. */
  updated: Shown | null
}

const kept = perRun<RecordKind, Promise<Kept>>()

const keptOnes = (law: Law, kind: RecordKind): Promise<Kept> =>
  kept(law.session, kind, async () => {
    const first = await make(law, kind)
    const again = (await makeAgain(law, kind)) ?? (await make(law, kind))
    if (again) await update(law, kind, again)
    return { created: first, updated: again && (await update(law, kind, again)) }
  })

async function makeAgain(law: Law, kind: RecordKind): Promise<Shown | null> {
  const input = await kind.input(law.session)
  const first = await make(law, kind, input)
  if (!first || !isSuccess(await deleteOwn(law.session, kind.many, first.id))) return null
  return make(law, kind, input)
}

async function make(law: Law, kind: RecordKind, input?: Fields): Promise<Shown | null> {
  const body = { [kind.one]: input ?? (await kind.input(law.session)) }
  const exchange = await law.call(kind.operations.create, { body })
  return created<Shown>(law.session, kind.many, exchange, kind.one)
}

/** All but its name or email is another. */
async function update(law: Law, kind: RecordKind, { id, ...known }: Shown): Promise<Shown | null> {
  const input = { ...(await kind.input(law.session)), [kind.known_by]: known[kind.known_by] }
  const body = { [kind.one]: input }
  return shownBy(kind, await law.call(kind.operations.update, { params: { id }, body }))
}

/** So many of those that were deleted first. */
const MOST_GONE = 4

/** Creation and deletion a whole run later: what was made is there as it was answered, and what was deleted stays away. */
export const laterChecks = (kind: RecordKind): { first: Check; last: Check } => ({
  first: check(kind.clauses.create, {
    name: `a ${kind.one} to be looked at again`,
    run: async (law) => void (await keptOnes(law, kind)),
  }),
  last: check([kind.clauses.create, kind.clauses.update, kind.clauses.delete], {
    when: 'last',
    name: `${kind.many} at the end of the run`,
    needs: ['writes'],
    async run(law) {
      const shown = await keptOnes(law, kind)
      if (shown.created) await judgeKept(new Records(law, kind), shown.created, 'created')
      if (shown.updated)
        await judgeKept(new Records(law.of(kind.clauses.update), kind), shown.updated, 'updated')
      for (const one of lastSeen(law.session).deleted[kind.many].slice(0, MOST_GONE))
        await judgeGone(new Records(law.of(kind.clauses.delete), kind), one)
    },
  }),
})

async function judgeKept(records: Records, shown: Shown, how: keyof Kept): Promise<void> {
  const { law, kind } = records
  await records.judgeRead(shown, [])
  // The last is another after an update, the first, an email, is not.
  const search = kind.searchTexts(shown).at(how === 'created' ? 0 : -1)
  const found = search === undefined ? [] : [await law.walk('listCustomers', { query: { search } })]
  for (const { items, complete, exchanges } of [await records.allAnew(), ...found]) {
    const item = items.find(({ id }) => id === shown.id)
    if (item) records.judgeAgree(shown, { ...item }, exchanges[0] ?? [])
    else
      law.judge(!complete, {
        message: `${kind.one} ${shown.id} was ${how} when the run began`,
        expected: `${kind.one} ${shown.id} in ${exchanges[0]?.operation}`,
        got: 'not there',
        exchanges: exchanges.slice(0, 1),
      })
  }
}

/** An id may be given again, also to a record that the server makes itself; with a text of ours and the same age it is the one that was deleted. */
async function judgeGone(records: Records, { id, created_at }: Deleted): Promise<void> {
  const { law, kind } = records
  if (law.ledger.holds(kind.many, id)) return
  const exchange = await records.read(id)
  const shown = member(exchange, kind.one)
  const isOld = created_at === undefined || (isObject(shown) && shown['created_at'] === created_at)
  law.judge(!isSuccess(exchange) || !isOld || !exchange.response.text.includes(law.marker), {
    message: `${kind.one} ${id} was deleted long ago`,
    expected: law.nameOf('not-found'),
    exchanges: exchange,
  })
}
