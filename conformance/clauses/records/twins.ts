import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Check } from '../../judge/check.ts'
import type { Trial } from '../../judge/trial.ts'
import { deleteOwn } from '../../server/store/own-records.ts'
import { judgeFields, judgeRead, recordOf } from './judge.ts'
import { create, drop, update, type OwnRecord } from './own.ts'
import { nthInput, poolsOf } from './pools.ts'
import type { RecordKind } from './record-kind.ts'

/** The text that careless code takes for an id. */
const SHARED = { templates: 'name', customers: 'email' } as const

/** Create, update and delete where two records have the same name or email: each is a record of its own. */
export function twinChecks(kind: RecordKind): Check[] {
  const name = (what: string) => `${kind.many} of one ${SHARED[kind.many]} ${what}`
  const { create: creating, update: updating, delete: deleting } = kind.clauses
  return [
    { name: name('created'), clauses: [creating], run: (trial) => judgeCreated(trial, kind) },
    { name: name('updated'), clauses: [updating], run: (trial) => judgeUpdated(trial, kind) },
    { name: name('deleted'), clauses: [deleting], run: (trial) => judgeDeleted(trial, kind) },
  ]
}

/** Two records of our own that share the text; where it must be unique (question customers.unique_email) none. */
export async function withTwins(
  trial: Trial,
  kind: RecordKind,
  act: (first: OwnRecord, second: OwnRecord) => Promise<void>,
): Promise<void> {
  const shared = SHARED[kind.many]
  const inputs = [await kind.input(trial.session), await kind.input(trial.session)]
  const first = await create(trial, kind, inputs[0]!)
  const second = await create(trial, kind, { ...inputs[1], [shared]: inputs[0]![shared] })
  try {
    if (first.shown && second.shown)
      await act({ ...first, shown: first.shown }, { ...second, shown: second.shown })
  } finally {
    await drop(trial, kind, [first, second])
  }
}

const judgeCreated = (trial: Trial, kind: RecordKind) =>
  withTwins(trial, kind, async (first, second) => {
    const clause = kind.clauses.create
    trial.judge(clause, first.shown.id !== second.shown.id, {
      field: `${kind.one}.id`,
      expected: 'an id that no other record has',
      got: `id ${second.shown.id}, that of the ${kind.one} with the same ${SHARED[kind.many]}`,
      exchanges: [first.exchange, second.exchange],
    })
    judgeFields(trial, clause, kind, second.input, second.shown, second.exchange)
    for (const one of [first, second]) await judgeStays(trial, kind, clause, one)
  })

/** The one first, then the other: the fault may lie with the newer as with the older. */
const judgeUpdated = (trial: Trial, kind: RecordKind) =>
  withTwins(trial, kind, async (first, second) => {
    const clause = kind.clauses.update
    const shared = SHARED[kind.many]
    const pools = await poolsOf(trial, kind)
    let other = second
    for (const [turn, one] of [first, second].entries()) {
      const input = { ...nthInput(pools, turn + 1), [shared]: first.input[shared] }
      const exchange = await update(trial, kind, one.shown.id, input)
      const shown = recordOf(trial, clause, kind, exchange)
      judgeFields(trial, clause, kind, { id: one.shown.id, ...input }, shown, exchange)
      await judgeStays(trial, kind, clause, { ...other, exchange })
      other = { input, shown, exchange }
    }
  })

const judgeDeleted = async (trial: Trial, kind: RecordKind) => {
  for (const which of [0, 1])
    await withTwins(trial, kind, async (...twins) => {
      const clause = kind.clauses.delete
      const exchange = await deleteOwn(trial.session, kind.many, twins[which]!.shown.id)
      trial.success(clause, exchange)
      await judgeStays(trial, kind, clause, { ...twins[1 - which]!, exchange })
    })
}

async function judgeStays(
  trial: Trial,
  kind: RecordKind,
  clause: ClauseId,
  { shown, exchange }: OwnRecord,
): Promise<void> {
  await judgeRead(trial, clause, kind, shown, [exchange])
}
