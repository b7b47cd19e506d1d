import type { ClauseId } from '../../../schemas/clauses.ts'
import { check, type Check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { deleteOwn } from '../../server/store/own-records.ts'
import { judgeFields, judgeRead, recordOf } from './judge.ts'
import { create, drop, update, type OwnRecord } from './own.ts'
import { nthInput, poolsOf } from './pools.ts'
import type { RecordKind } from './record-kind.ts'

/** Create, update and delete where two records have the same name or email: each is a record of its own. */
export function twinChecks(kind: RecordKind): Check[] {
  const name = (what: string) => `${kind.many} of one ${kind.known_by} ${what}`
  const { create: creating, update: updating, delete: deleting } = kind.clauses
  return [
    check(creating, { name: name('created'), run: (law) => judgeCreated(law, kind) }),
    check(updating, { name: name('updated'), run: (law) => judgeUpdated(law, kind) }),
    check(deleting, { name: name('deleted'), run: (law) => judgeDeleted(law, kind) }),
  ]
}

/** Two records of our own that share the text; where it must be unique (question customers.unique_email) none. */
export async function withTwins(
  law: Law,
  kind: RecordKind,
  act: (first: OwnRecord, second: OwnRecord) => Promise<void>,
): Promise<void> {
  const shared = kind.known_by
  const inputs = [await kind.input(law.session), await kind.input(law.session)]
  const first = await create(law, kind, inputs[0]!)
  const second = await create(law, kind, { ...inputs[1], [shared]: inputs[0]![shared] })
  try {
    if (first.shown && second.shown)
      await act({ ...first, shown: first.shown }, { ...second, shown: second.shown })
  } finally {
    await drop(law, kind, [first, second])
  }
}

const judgeCreated = (law: Law, kind: RecordKind) =>
  withTwins(law, kind, async (first, second) => {
    const clause = kind.clauses.create
    law.of(clause).judge(first.shown.id !== second.shown.id, {
      field: `${kind.one}.id`,
      expected: 'an id that no other record has',
      got: `id ${second.shown.id}, that of the ${kind.one} with the same ${kind.known_by}`,
      exchanges: [first.exchange, second.exchange],
    })
    judgeFields(law, clause, kind, second.input, second.shown, second.exchange)
    for (const one of [first, second]) await judgeStays(law, kind, clause, one)
  })

/** The one first, then the other: the fault may lie with the newer as with the older. */
const judgeUpdated = (law: Law, kind: RecordKind) =>
  withTwins(law, kind, async (first, second) => {
    const clause = kind.clauses.update
    const shared = kind.known_by
    const pools = await poolsOf(law, kind)
    let other = second
    for (const [turn, one] of [first, second].entries()) {
      const input = { ...nthInput(pools, turn + 1), [shared]: first.input[shared] }
      const exchange = await update(law, kind, one.shown.id, input)
      const shown = recordOf(law, clause, kind, exchange)
      judgeFields(law, clause, kind, { id: one.shown.id, ...input }, shown, exchange)
      await judgeStays(law, kind, clause, { ...other, exchange })
      other = { input, shown, exchange }
    }
  })

const judgeDeleted = async (law: Law, kind: RecordKind) => {
  for (const which of [0, 1])
    await withTwins(law, kind, async (...twins) => {
      const clause = kind.clauses.delete
      const exchange = await deleteOwn(law.session, kind.many, twins[which]!.shown.id)
      law.of(clause).success(exchange)
      await judgeStays(law, kind, clause, { ...twins[1 - which]!, exchange })
    })
}

async function judgeStays(
  law: Law,
  kind: RecordKind,
  clause: ClauseId,
  { shown, exchange }: OwnRecord,
): Promise<void> {
  await judgeRead(law, clause, kind, shown, [exchange])
}
